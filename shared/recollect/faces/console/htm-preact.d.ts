// What the console uses of htm-preact.js, for the tests' TypeScript; it is not served.

export type VNode = { readonly type: unknown };
export type Setter<T> = (value: T | ((before: T) => T)) => void;

export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(tree: VNode, parent: Element): void;
export function createContext<T>(initial: T): { Provider: unknown; value: T };
export function useContext<T>(context: { value: T }): T;
export function useState<T>(initial: T): [T, Setter<T>];
export function useEffect(effect: () => (() => void) | undefined | void, inputs: unknown[]): void;
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
export function useRef<T>(initial: T): { current: T };
