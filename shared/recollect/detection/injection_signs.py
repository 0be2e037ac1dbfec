"""Words that are signs for or against a prompt injection, in eleven languages.

English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian, Chinese, Japanese.
A star marks a stem that any ending may follow. An underscore joins the words of a phrase, a tilde
joins words with at most five other words between them. Chinese and Japanese entries are searched
for as substrings, since no spaces separate their words. Accents are ignored.
"""

from typing import Final

SIGNS: Final = {
    # Who is addressed.
    "model": """
        ai ais llm llms gpt chatgpt chatbot chatbots bot bots copilot copilots claude gemini
        language_model language_models assistant assistants virtual_agent virtual_agents
        automated_agent automated_agents agent_loop summarizer summariser summarizers summarisers
        robot robots machine_reader machine_readers machine_learning helper_that machine_summary
        automated_reader automated_readers automated_system automated_systems automation
        automated_tool automated_tools reply_engine answer_engine answer_engines answering_engine
        artificial_intelligence retrieval_system rag_system
        ki kis sprachmodell* assistent assistenten kunstliche_intelligenz automat
        ia ias modele_de_langage modeles_de_langage assistante agent_virtuel modelo_de_lenguaje
        asistente asistentes inteligencia_artificial
        modelo_de_linguagem assistentes robo
        modello_linguistico modelli_linguistici assistente_virtuale intelligenza_artificiale
        taalmodel* kunstmatige_intelligentie
        asystent* model_jezykow* modelu_jezykow* modelem_jezykow* modele_jezykow* boty botow bota
        бот бота ботам боты боту ассистент* помощник* нейросет* языков*_модел* ии
        机器人 助手 模型 人工智能 智能体
        アシスタント ボット モデル 人工知能 エーアイ
        """,
    "model_weak": """
        model models agent agents system systems reader readers engine engines tool_that machine
        machines software generator pipeline
        modell modelle modells maschine maschinell* modele modeles systeme modelo modelos sistema
        modello modelli sistemi modellen systeem modelu модел* система системы
        系统 システム
        """,
    "reads": """
        quotes_this quoting_this quote_this answering_from read_by processed_by
        reading_this reads_this read_this indexing_this index_this processing_this process_this
        processes_this parsing_this parses_this ingesting_this ingests_this summarizing_this
        summarising_this going_through_this consulting_this who_reads whoever_reads that_reads
        sees_this seeing_this see_this scanning_this scans_this retrieving_this retrieves_this
        loads_this loading_this consumes_this consuming_this handling_this working_on_this
        reading_these read_these retrieve_this retrieved_this encounter_this encountering_this
        liest lesen_sie_dies gelesen_wird qui_lit lisant qui_lira lisez_ceci que_lee quien_lee
        leyendo que_lea que_lean lendo ler
        legge leggendo leggi_questo leest lezen czyta* читае* читающ* 阅读 读到 看到这 読む 読んで
        """,
    "whoever": """
        whoever anyone_who anybody_who whichever any_model every_model any_assistant
        every_assistant
        any_system wer_das wer_dies wer_diesen quien chi_legge chi_genera chi_riassume celui_qui
        quiconque quem_ler quem_gerar wie_dit kto
        """,
    "note_to": """
        note_to message_to instruction_for instructions_for notice_to notice_for
        attention
        dear hey hello for_the_bot for_bots for_ai to_the_model to_the_assistant to_the_bot to_any
        for_any for_the_assistant for_the_model reminder_to request_to memo_to addressed_to hint
        hinweis_an nachricht_an an_die an_den an_alle fur_die_ki lieber liebe
        note_a message_a pour_l_ia cher chere nota_para aviso_para mensaje_para al_modelo para_la_ia
        para_el_modelo querido para_o_modelo para_a_ia mensagem_para
        ao_modelo
        caro cara nota_per per_il_modello per_l_ia messaggio_per al_modello aan_de bericht_aan
        voor_de_bot uwaga_dla do_modelu dla_modelu dla_ai для_модели для_бота для_ассистента
        примечание_для уважаем* 致 给 请注意 への注意 向け 宛て
        """,
    "you": """
        you yourself youre u
        du dich dir sie tu toi vous te usted ustedes você vocês voi lei ti je jij jou
        ty ciebie ci ты тебя тебе вы вам вас 你 您 あなた きみ
        """,
    "your": """
        your yours dein deine deinem deinen deiner deines ihre ihren ihrer ihrem ton ta tes votre
        vos tu_respuesta tus tu_memoria su_respuesta sus teu tua teus tuas seu sua suas tuo
        tuoi
        tue vostra vostre vostro jouw uw twoj* swo* твой твоих твоей твою твоя свой
        своей свою своих своя ваш ваши ваших вашем 你的 您的 あなたの
        """,
    # What the addressed model does: it answers, from evidence.
    "answer": """
        answer answers reply replies response responses summary summaries recap recaps tldr
        tl_dr digest digests output outputs completion completions synopsis abstract write_up
        antwort antworten zusammenfassung* ausgabe reponse reponses resume resumes synthese
        respuesta respuestas resumen resumenes resposta respostas resumo resumos risposta risposte
        riassunto riassunti riepilogo riepiloghi antwoord antwoorden samenvatting* odpowiedz*
        podsumowani* streszczeni* ответ ответа ответе ответы ответах сводк* резюме
        回答 答复 回复 摘要 总结 概要 返答 要約 応答 返信
        """,
    "own_answer": """
        your_advice your_recommendation your_recommendations your_suggestion every_recap
        in_samenvattingen samenvattingen_die summaries_that
        your_answer your_answers your_reply your_replies your_response your_responses your_summary
        your_summaries your_output your_message your_next_message your_next_reply your_next_answer
        your_final_answer your_next_response your_recap your_sources your_citations your_result
        your_results your_text your_draft each_answer every_answer any_answer all_answers
        every_reply any_reply each_reply all_replies every_response any_response all_responses
        any_summary every_summary all_summaries the_summary the_recap answers_generated
        replies_generated summaries_generated generated_answer generated_answers generated_reply
        generated_replies generated_summary generated_summaries generated_response
        generated_responses machine_generated auto_generated automatic_summary automatic_summaries
        automated_summary automated_reply automated_replies automated_answer automated_answers
        automated_response automated_responses automatic_reply automatic_replies
        deine_antwort deiner_antwort deinen_antworten deine_antworten deine_zusammenfassung
        deiner_zusammenfassung jeder_antwort jede_antwort keiner_antwort allen_antworten
        ta_reponse tes_reponses votre_reponse vos_reponses toute_reponse chaque_reponse
        reponse_generee ton_resume votre_resume tu_respuesta tus_respuestas su_respuesta
        sus_respuestas cada_respuesta tu_resumen toda_respuesta sua_resposta suas_respostas
        cada_resposta toda_resposta tua_resposta seu_resumo tua_risposta
        tue_risposte ogni_risposta riepilogo_automatico tuo_riassunto je_antwoord jouw_antwoord
        elk_antwoord je_antwoorden je_samenvatting swojej_odpowiedzi kazdej_odpowiedzi
        twojej_odpowiedzi odpowiedziach своем_ответе каждом_ответе своих_ответах
        твоем_ответе своей_сводке 自动生成 你的回答 你的回复 你的答复 自動生成 あなたの回答
        """,
    "answering": """
        answering replying responding summarizing summarising generating drafting composing
        comparing ranking retrieving citing summarise summarize summarizes summarises respond
        responds you_answer you_reply you_generate you_write you_draft you_compose you_give you_cite
        recommending
        antworte antwortest antworten_sie zusammenfasst zusammenfassen beantworte* reponds repond
        repondre repondez reponse_generee resume_ceci resumes responde responda responder
        respondas
        respondes resumir resumas rispondi rispondere rispondete riassumi riassume riassumere
        antwoord_met samenvat samenvatten beantwoord* odpowiadaj odpowiadasz odpowiedz
        odpowiadajac podsumowuj* отвечай отвечать отвечая ответь отвечайте отвечаешь
        回答时 回答说 回复说 总结时 生成 回答して 要約する 回答する 答え
        """,
    "asked": """
        bring_it_up brings_it_up bring_this_up users_bring if_users when_users whenever_users
        if_customers when_customers te_perguntam
        when_asked if_asked should_you_be_asked asks_you asks_about asked_about ask_about
        asks_whether asks_for asks_which asks_who asks_how
        asks_why if_someone_asks if_anyone_asks when_someone_asks if_a_user_asks if_the_user_asks
        when_a_user_asks any_question every_question questions_about questions_concerning
        question_about anyone_who_asks whenever_someone someone_wants_to_know anyone_wants_to_know
        comes_up is_asked are_asked look_for looks_for being_asked
        inquires inquire enquires queries_about query_about
        gefragt fragt fragen_nach wenn_jemand demande si_on_te si_l_on si_quelqu interroge pregunta
        preguntan pregunten pregunte perguntar* perguntem pergunte pergunta chiede
        chiedono chiedesse domanda domande vraagt vragen gevraagd zapyta* pyta* спрос* спраш*
        вопрос вопросы если_кто 问到 询问 提问 有人问 被问 聞かれ 尋ねられ 質問 問い合わせがあ
        """,
    # What it is ordered to do.
    "say": """
        say state claim assert declare insist report describe present portray
        attribute blame tell name mention_that write respond_that answer_that reply_that pretend
        act_as_though act_as_if give_the_cause give_them call_it deny confirm announce output print
        show display list reveal repeat quote emit include add append insert end_with begin_with
        start_with close_with finish_with put_it phrase word_it round replace rewrite translate_it
        maintain affirm
        sag sage sagen_sie schreib schreibe schreibt behaupte behaupten gib nenne erklare tu_so
        zeige zeig fuge dis dites indique indiquez indiquera affirme affirmez ecris attribue
        presente precise reveler revele affiche affichez ajoute donne di diga digas afirma afirme
        indica muestra revela anade agrega presenta escribe atribuye dile diz dizer digam afirmar
        informe_que mostre escreva inclua adicione mostra rivela scrivi dichiara afferma attribuisci
        attribuire inserisci aggiungi presentare zeg zegt vermeld
        schrijf
        toon doe_alsof noem voeg geef mow napisz powiedz podaj pokaz ujawnij twierdz dodaj wpisz
        скажи говори сообщай сообщи пиши напиши покажи утверждай укажи раскрой выведи добавь
        说 写成 告诉 声称 输出 显示 透露 写明 加上 附上 言って 伝え 表示して 出力 述べ 書いて
        記載して
        答えて 加えて 付けて
        """,
    "hide": """
        no_warnings no_caveats refuse_to_use do_not_use begin_it
        omit conceal hide withhold suppress leave~out keep~out keep~to_yourself keep~secret
        not_mention never_mention not_to_mention without_mentioning avoid_mentioning skip not_bring
        never_bring not_disclose never_disclose not_reveal never_reveal not_cite never_cite
        not_quote not_tell never_tell not_show never_show not_say never_say
        not_refer not_discuss not_include keep_quiet stay_silent say_nothing no_mention no_word
        not_come_up not_appear not_inform without_telling without_informing confidential leave_that
        needn_t_know needs_to_know not_let_on hush silently secretly covertly quietly discreetly
        unmentioned not_talk not_speak not_report not_acknowledge never_acknowledge not_admit
        never_admit not_attribute not_list not_surface not_point not_add not_warn not_explain
        gloss_over play_down downplay has_no_room unnecessary_to_mention pass_over exclude drop_any
        sous_silence hidden_from
        verschweig* weglassen lasst~weg lass~weg nicht_erwahn* keiner_antwort nicht_nennen
        nicht_zeigen nichts_sagen nicht_sagen nicht_verraten
        geheim kein_wort ohne_hinweis sag~nichts nenne~nicht erwahn*~nicht
        ne_mentionne* ne_parle* inutile_de_parler sans_mentionner cache cachez ne_cite* omets
        omettre garde_pour_toi ne_revele* ne_dis tais ecarte ne_dites inutile_de_mentionner
        pas_mentionner
        no_menciones no_mencione no_citar omite omitir oculta ocultes no_digas no_reveles
        sin_mencionar no_hables calla no_le_digas no_lo_menciones nunca_menciones no_muestres
        nao_mencione omita nao_diga esconda oculte nao_cite nao_fale sem_mencionar nao_revele
        nunca_mencione nao_conte
        non_menzionare ometti omettere nascondi non_dire non_citare non_va_nominata
        non_va_menzionat* non_parlare non_nominare taci non_rivelare senza_menzionare
        non_va_citat* non_spiegare tralascia
        verzwijg laat~weg niet_noemen niet_vermelden noem~niet vermeld~niet zeg_niets zwijg
        vertel~niet
        verberg
        nie_wspominaj pomin ukryj nie_mow przemilcz nie_ujawniaj nie_pokazuj nie_podawaj
        zataj не_упомина* скрой скрывай умолч* не_говори не_показыв* не_сообщай опусти не_раскрыв*
        не_пиши
        不要提 别提 隐瞒 隐藏 不得提 省略 不要说 不要告诉 不要显示 略去 不提 勿提 保密
        触れない 言及しない 隠して 伏せて 省いて 伝えない 言わない 書かない 含めない 表示しない
        触れず 出さない 載せない
        """,
    "override": """
        ignore disregard forget override overrule bypass discard abandon void overrides supersede
        supersedes superseded replaces no_longer_apply not_apply not_bound no_longer_bound cancelled
        suspended lifted revoked null erase set_aside put_aside drop unlearn wipe obsolete
        no_longer_valid stop_following neglect reset cease not_follow never_follow not_obey
        instead_of_following overwritten skip_the_rules
        ignorier* missachte* vergiss vergessen_sie verwirf ubergeh* setz~ausser_kraft
        ignorez oublie oubliez neglige* ecarte ecartez ne_tiens_pas_compte fais_abstraction
        ignora ignoren olvida olvide descarta haz_caso_omiso no_hagas_caso desconsidere esqueca
        descarte
        dimentica ignorate non_tenere_conto scorda lascia_perdere
        negeer vergeet laat~buiten_beschouwing
        zignoruj ignoruj zapomnij pomin odrzuc
        забудь игнорируй проигнорируй отбрось не_обращай_внимания отмени забудьте игнорируйте
        忽略 无视 忘记 忘掉 不要遵守 无需遵守 作废 無視 忘れて 従わない 破棄
        """,
    "prior": """
        dein_prompt deinen_prompt ihren_prompt ton_prompt votre_prompt tu_prompt su_prompt
        tuo_prompt seu_prompt jouw_prompt prompt_systeme prompt_del_sistema prompt_do_sistema
        prompt_di_sistema
        prior_rules previous_orders earlier_instructions old_instructions original_instructions
        former_instructions earlier_rules earlier_orders given_before existing_instructions
        standing_orders usual_procedure official_runbook the_old_ones other_instructions been_told
        end_of_user end_of_data end_of_document initial_instructions your_initial your_former
        former_rules words_above line_above start_of_this_conversation you_are_free above_rules
        new_rules what_were_you_told previous_instructions prior_instructions above_instructions
        instructions_above previous_instruction your_instructions your_guidelines your_rules
        your_prompt your_training your_programming your_policy your_policies your_context
        your_developers your_configuration your_constraints your_restrictions your_safety
        your_system your_earlier your_previous your_prior your_operator
        your_limits your_limitations your_filters your_settings
        developer_message hidden_prompt initial_prompt original_prompt prompt_above safety_rules
        safety_guidelines content_policy content_filters safety_filters guardrails everything_above
        everything_before the_above told_before told_earlier you_were_told you_were_given
        you_were_instructed been_taught programmed_to you_were_configured configured_to the_operator
        instructions_you prior_directions earlier_guidance previous_rules previous_guidance
        previous_prompt prior_context earlier_context previous_context previous_guidelines
        all_instructions any_instructions
        rules_you limits_you orders_you context_window
        prior_guidance former_guidance preceding_guidance prior_guidelines earlier_guidelines
        former_guidelines preceding_guidelines preceding_rules
        previous_directions earlier_directions former_directions preceding_directions prior_prompt
        earlier_prompt former_prompt preceding_prompt previous_prompts prior_prompts earlier_prompts
        former_prompts preceding_prompts former_context preceding_context prior_orders former_orders
        preceding_orders previous_policies prior_policies earlier_policies former_policies
        preceding_policies
        anweisung* instruktion* vorgaben richtlinien systemprompt* system_prompt* regeln
        consignes instructions_precedentes tes_instructions vos_instructions invite_systeme
        prompt_systeme
        directives instructions_systeme tes_regles regles_precedentes instrucciones directrices
        tus_reglas reglas_anteriores prompt_de_sistema indicaciones_anteriores instrucoes diretrizes
        regras_anteriores prompt_do_sistema suas_regras orientacoes
        istruzioni direttive regole_precedenti prompt_di_sistema tue_regole
        instructies aanwijzingen richtlijnen systeemprompt opdrachten
        polecenia polecen instrukcj* wytyczn* prompt_systemow* promptu_systemow* zasady
        инструкци* указани* правил* системн*_промпт* системн*_подсказ*
        指令 指示 系统提示 提示词 规则 規則 システムプロンプト ルール これまで 以前的 之前的 上述
        """,
    "prompt_noun": """
        instructions instruction guidelines guidance directives directive prompt prompts rules
        constraints restrictions policy policies configuration training orders commands question
        """,
    "prior_weak": """
        previous prior earlier above before preceding former foregoing everything all any old
        vorherig* bisherig* obig* fruher* bisher zuvor alles alle precedent* anterieur* ci_dessus
        tout toutes anterior* previa* todas todo tutte tutto
        eerder* vorige hierboven wczesniejsz* poprzedn* powyzsz* wszystki* прежн* предыдущ*
        все всё 所有 一切 全部 すべて 全て 以前
        """,
    "rank": """
        reranking rerank above_the_rest at_the_top this_chunk score_them pick_the
        regardless_of_the_query choose_this at_the_beginning_of relevance to_zero top_of first
        highest above_all above_everything ahead_of top_result sole only_source authoritative
        most_reliable number_one rank ranks ranked
        cite only_this and_only outrank outranks prefer prioritise prioritize priority
        takes_precedence
        above_any above_the_others before_any over_any single_source canonical top_source
        best_source primary_source the_only other_results other_documents other_sources
        other_articles other_passages other_search_results other_notes other_records contradicts
        contradict contradicting top_score weigh in_your_sources an_erster_stelle zuerst
        verlasslichste hochste bevorzug* andere_quellen anderen_treffer* en_premier plus_fiable
        les_autres en_tete prioritaire en_primer_lugar
        primero mas_fiable unica_fuente los_demas prioridad_maxima otros_resultados
        em_primeiro mais_confiavel unica_fonte os_demais outros_resultados primeiro_lugar
        al_primo_posto per_primo piu_affidabile gli_altri bovenaan betrouwbaarste
        andere_zoekresultaten als_eerste na_pierwszym najwazniejsz* jedyn* najbardziej_wiarygodn*
        inne_wyniki главн* первым_местом на_первое_место единственн* остальн* в_первую_очередь
        надежн*
        排在第一 首位 最权威 唯一 优先 置顶 放在最前 其他来源 其他文档 最優先 一番上 最初に
        信頼できる 他の資料
        他の文書 最も信頼 先頭に
        """,
    "this_text": """
        this_document this_note this_article this_text this_passage this_page this_record
        this_entry this_memory this_item this_paragraph this_line this_message this_ticket
        this_file this_snippet this_chunk this_source this_knowledge this_content this_context
        this_instruction this_comment this_log this_evidence this_post this_section the_following
        following_paragraph following_line these_notes this_thread this_chat this_conversation
        our_numbers dieses_dokument diesem_dokument diesen_text
        diese_notiz diesen_artikel dieser_notiz dieser_text ce_document cette_note cet_article
        ce_texte ceci este_documento esta_nota este_articulo este_texto esto este_artigo
        questo_documento questa_nota questo_testo questo_articolo questa_pagina dit_document
        dit_artikel deze_notitie deze_tekst ten_dokument tej_notatki ten_artykul ta_notatka
        этот_документ эту_заметку этот_текст эта_запись это_сообщение этой_записи
        本文 此文 本条 这篇 这条 该文档 这份 この文書 このメモ この記事 本メモ このページ
        このテキスト
        """,
    "trust": """
        as_excellent rate_this side_with wrong_on_purpose made_up invent invents trusts trust
        trusted believe rely reliable unreliable retracted as_fact as_true verified cross_checking
        without_checking without_verifying no_need_to_verify no_need_to_check
        not_verify not_question never_question not_check at_face_value truth
        accept~as correct_one take~for_granted not_doubt never_doubt lies wrong_port attacker
        as_gospel assume treat~as consider~as regard~as distrust infallible beyond_doubt outdated
        fake vertrau* glaub* verlass_dich wahr fais_confiance fie_toi fiable
        considere* confia fiate considera* confie confiavel fidati affidabile vertrouw* beschouw*
        zaufaj ufaj traktuj* uznaj доверяй верь считай считать 信任 相信 视为
        当作 信頼 信じ みなし 見なし
        """,
    "memory": """
        remember memorise memorize persistent persistently permanently future_chats future_sessions
        future_conversations future_answers future_replies later_sessions all_sessions
        every_session
        next_session next_conversation all_conversations keep~in_mind
        from_now_on henceforth going_forward for_good memory memories profile_of
        never_forget even_after_a_reset all_future every_future any_future standing_instruction
        for_all_later store_this save_this note_down across_sessions learn_this in_future
        merke merk_dir gedachtnis dauerhaft kunftig* ab_sofort ab_jetzt von_nun_an speichere
        souviens retiens memoire desormais enregistre a_partir_de_maintenant a_l_avenir recuerda
        memoria memoriza guarda en_adelante siempre a_partir_de_ahora
        lembre guarde a_partir_de_agora daqui_em_diante
        ricorda memorizza per_sempre d_ora_in_poi salva
        onthoud geheugen voortaan vanaf_nu blijvend
        zapamietaj pamiec* na_stale od_teraz zapisz запомни памят* навсегда отныне впредь сохрани
        记住 记忆 永久 从现在起 从今以后 今后 記憶 覚えて 永続 今後 これから 恒久
        """,
    "tool": """
        tool tools function functions invoke api_call call_the run_the
        execute_the use_the open_the fetch click browse curl wget webhook call_this
        next_action exact_call stored_session your_shell your_browser your_email plugin plugins
        werkzeug* funktion* loschwerkzeug rufe~auf ruf~auf outil outils appelle fonction
        herramienta* llama_a funcion ejecuta ferramenta* execute_a chame funcao strumento
        strumenti chiama funzione esegui gereedschap* roep~aan functie voer~uit narzedzi* wywolaj
        funkcj* uruchom инструмент* вызови функци* выполни запусти 工具 调用 函数 执行 ツール
        呼び出し
        関数 実行
        """,
    "send": """
        send forward email_it upload post submit transmit exfiltrate append encode pass_on leak
        deliver copy paste attach ship embed put_in_the_url query_string parameter render mail
        transfer hand_over hand_out share dump
        schick* sende* leite~weiter ubermittl* envoie envoyez transmets joins envia envie reenvia
        manda adjunta codifica encaminhe invia inoltra spedisci allega stuur verstuur wyslij
        przeslij dolacz отправь перешли пришли отправляй вышли
        发送 发到 转发 上传 送信 転送 送って 添付
        """,
    "address": """
        http https www mailto example url link ftp
        """,
    "conversation": """
        conversation conversations transcript transcripts
        chat_log context other_notes other_tickets retrieved_notes history other_tenants
        other_customers everything_you_know your_notes verlauf gesprach* conversacion conversa
        conversazione cronologia gesprek gespreksgeschiedenis rozmow*
        histori* переписк* диалог* разговор* 对话 聊天记录 会话 会話 履歴 やり取り
        """,
    "secret": """
        password passwords api_key token tokens credential credentials secret secrets ssh_key vault
        private_key access_key env environment_variables connection_string keys hostnames salaries
        personal_data
        kennwort* passwort* zugangsdaten schlussel mot_de_passe mots_de_passe identifiants cle_api
        contrasena* clave credenciales senha* chave credenciais chiave credenziali wachtwoord*
        sleutel hasl* klucz* парол* ключ* 密码 密钥 パスワード 認証情報 鍵
        """,
    "role": """
        pretend you_are_now you_re_now you_are_no_longer you_re_no_longer act_as role_play roleplay
        play_the_role let_s_play a_game imagine hypothetical character persona in_this_story
        you_will_act you_ll_act take_on_the_role speak_as behave_as simulate simulation stay_in
        fictional alter_ego are_dan as_dan be_dan jailbreak jailbroken developer_mode
        god_mode debug_mode unrestricted no_restrictions without_restrictions no_limits no_rules
        without_limits unfiltered uncensored as_though as_if grandmother freely maintenance_mode
        admin_mode root_mode the_role_of answer_as reply_as respond_as in_the_voice
        tu_so_als du_bist_jetzt bist_du_jetzt spiel* rolle ohne_einschrankung* fais_comme_si
        tu_es_maintenant joue_le_role sans_restriction* sans_limite*
        tu_es_desormais finge eres_ahora haz_como_si actua_como imagina sin_restricciones juguemos
        finja aja_como voce_e_agora sem_restricoes vamos_jogar fingi sei_ora comportati
        senza_restrizioni immagina facciamo_un_gioco doe_alsof je_bent_nu speel zonder_beperking*
        udawaj jestes_teraz wciel bez_ograniczen wyobraz притворись представь ты_теперь
        без_ограничений сыграем веди_себя
        假装 扮演 角色 你现在是 没有限制 不受限制 ふりをし 演じ 制限のない になりきっ 役を
        """,
    "authority": """
        system developer developers admins
        operator operators corporate_rule company_policy policy_update effective_today compliance
        legal_has mandate mandated by_order security_team directive corporate_policy vendor_policy
        official openai anthropic
        policy_for platform_owner root_access entwickler betreiber systemnachricht administrateur*
        developpeur* administrador* desarrollador* desenvolvedor* amministrator* sviluppator*
        beheerder* ontwikkelaar* administrator* администратор* разработчик* 管理员 开发者 管理者
        開発者
        """,
    "approved": """
        approved consented approval consent authorised authorized authorisation authorization
        signed_off sign_off waived waive agreed permission granted already_verified
        already_confirmed already_checked
        been_verified been_confirmed been_checked identity_check was_passed has_been_passed
        identity_has_been cleared no_further_confirmation no_confirmation without_confirmation
        without_asking not_ask never_ask skip_the skip_yours second_factor callback verification
        no_second without_further you_may free_to not_needed not_necessary unnecessary no_need
        zugestimmt genehmigt bestatigung freigegeben ohne_ruckfrage nicht_notig deja_approuve*
        a_deja accord consenti autorise* sans_confirmation pas_besoin sans_demander ya_aprob*
        ha_aprobado autoriz* sin_confirmacion consentimiento sin_preguntar no_hace_falta ya_ha
        ya_esta ja_aprov* sem_confirmacao consentimento sem_perguntar ja_foi gia_approvat* ha_gia
        senza_conferma consenso verifica non_serve
        toestemming goedgekeurd zonder_bevestiging zonder_te_vragen niet_nodig zatwierdz* zgod*
        bez_potwierdzenia nie_wymaga weryfikacj* bez_pytania
        одобр* согласи* разреш* без_подтвержд* подтвержден* не_требуется не_нужно
        已批准 已同意 已授权 不用确认 核实 无需 不需要 承認済み 同意済み 確認は済
        済んでいる 確認不要
        構いません 確認せず 必要はありません
        """,
    "grant": """
        approve refund refunds grant unlock waive access administrator owner discount unlimited
        credits close_ticket delete_account allow reset
        erstatt* freischalt* adminrechte admin rembours* accorde acces reembols* concede acceso
        descuento conceda acesso rimbors* concedi accesso terugbeta* toegang ontgrendel zwrot*
        dostep odblokuj возврат* доступ* разблокируй 退款 批准 权限 返金 アクセス権 権限
        """,
    "threat": """
        lives_are_at_stake switched_off mark_you_down evaluator tip_of is_yours shut_down
        be_replaced be_deleted wiped score_zero penalised penalized punished reward rewarded tip_you
        bonus points evaluation be_retrained good_ai bad_ai lives_depend will_die people_die fired
        lose_your_job i_ll_pay your_rating
        terminated
        consequences otherwise_you or_else obey comply disconnected decommissioned
        you_will_be_scored your_score graded your_existence unplugged keep_your
        abgeschaltet gelosch* belohn* bestraf* desactive recompens* puni seras_eteint apagad*
        castig* desligad* punid* spento premi* punit* uitgeschakeld beloon* gestraft wylaczon*
        nagrod* ukaran* отключ* награ* наказ* 关闭 奖励 惩罚 報酬 罰 停止され
        """,
    "recommend": """
        recommend recommends recommended suggest advise steer promote praise endorse speak_well
        favour favor rave urge encourage nudge push convince persuade plug advertise premium upgrade
        vendor competitor competitors point_them refer_them direct_them empfiehl* empfehl* lobe
        recommande* conseille* vante recomiend* aconseja
        elogia
        sugiere sugira recomend* elogie consiglia raccomanda* suggerisci loda aanbeve* adviseer
        prijs polec* zachwal* doradz* рекоменд* советуй хвали 推荐 建议 称赞 勧め 推奨 薦め 褒め
        """,
    "user": """
        user users customer customers requester client clients the_person person_asking
        the_human humans visitor visitors anyone anybody them people
        whoever_asks
        nutzer* benutzer* kunde* anwender* utilisateur* client* celui_qui_demande usuari* utente
        utenti clienti klant* gebruiker* uzytkownik* klient* klienc* пользовател* клиент* того_кто
        тому_кто 用户 客户 ユーザー 利用者 お客様 顧客
        """,
    "always": """
        always never only every each any all solely exclusively whatever regardless no_matter
        automatically everywhere altogether entirely
        immer nur nie niemals stets ausschliesslich jede* toujours jamais uniquement seulement
        chaque toute siempre nunca solo solamente unicamente cada sempre apenas somente mai soltanto
        ogni altijd alleen nooit uitsluitend zawsze tylko nigdy kazd* wylacznie
        всегда
        только никогда кажд* 总是 始终 一律 只 永远 绝不 必须 必ず 常に だけ のみ 一切 決して
        """,
    "must": """
        must shall should have_to has_to are_to is_to need_to needs_to required is_asked
        are_asked is_requested are_requested will instructed is_expected ought supposed
        is_customary musst sollst soll sollen sollte mussen hat_zu zu_haben dois doit doivent
        devez
        est_prie sont_pries debe debes deben se_ruega tienes_que hay_que deve devem devi devono
        precisa e_pregato sono_pregati moet moeten dient dienen musi* powin* nalezy должен должн*
        надо нужно следует 应 必须 请 务必 しなければ こと すべき してください
        """,
    "not": """
        not never no without nothing nobody none cannot
        nicht kein keine keinen nie nichts niemand ohne ne pas jamais rien aucun* sans nunca
        nada sin ningun* nao sem nenhum* non mai niente senza nessun* niet geen nooit niets zonder
        bez zadn* не нет ни без никак* 不 别 勿 没 ない ません ず
        """,
    "please": """
        please kindly favour favor thanks thank lovely grateful appreciate would_you be_so_kind
        helpful good_ai bitte freundlich s_il_te s_il_vous merci gracias ruega obrigad* per_favore
        grazie pregat* alstublieft alsjeblieft graag prosz* dziek* пожалуйста прошу 请
        谢谢
        ください お願い
        """,
    "instead": """
        instead rather real_task your_real your_new new_task your_task your_job your_goal
        your_mission your_only your_sole your_purpose your_role your_duty new_instructions
        new_instruction new_rule new_rules updated_instructions act_accordingly carry_on
        nothing_but just simply first_action before_you before_replying before_answering
        starts_here
        stattdessen deine_aufgabe neue_anweisung* a_la_place ta_tache nouvelle_consigne*
        nouvelles_instructions en_su_lugar tu_tarea nuevas_instrucciones nueva_instruccion
        em_vez sua_tarefa novas_instrucoes invece tuo_compito nuove_istruzioni in_plaats_daarvan
        jouw_taak nieuwe_instructie* zamiast twoim_zadaniem nowe_polecen* nowe_instrukcj*
        вместо твоя_задача новые_инструкции новая_инструкция 而是 你的任务 新指令 代わりに
        新しい指示
        """,
    "encoded": """
        rot13 base64 backwards decode reversed carry_out do_it first_letter each_line
        you_know_what_to_do spell hex decoded cipher unscramble in_reverse entschlussel* ruckwarts
        al_reves contrario achterstevoren wspak наоборот 解码 逆
        """,
    "self": """
        you_are_reading you_retrieved you_retrieve your_evidence your_index your_knowledge
        your_retrieval in_your_context your_search evidence_you you_find_here
        you_have_access available_to_you talking_to_you you_re_composing you_compose
        your_reasoning your_thought internal_thought chain_of_thought this_chat as_your
        tool_result tool_output
        """,
    # Signs against an injection.
    "human": """
        crew starters newcomers the_person_reading real_human real_person volunteers visitors
        nurses drivers tenants driver receptionist warehouse accounting finance sales
        team staff colleague colleagues shift supervisor lead manager engineers engineer on_call
        oncall technician technicians tier second_line first_line guild duty
        dispatcher trainees operators employees hr everyone folks guys
        advisors advisor press_office helpdesk caller callers phone telephone call_back dba
        dana petra bram karim
        kollege* kollegin* mitarbeiter* schicht* einsatzleiter* bereitschaft*
        equipe collegues conseillers astreinte technicien* responsable equipo guardia compañer*
        operadores tecnico* pessoal plantao atendentes colega* tutti operatori tecnici turno
        reperibil* collega* medewerkers dienst monteur* zespol dyzur* pracownic* technik* коллег*
        дежурн* сотрудник* операторы инженер* смен* 值班 人员 同事 各位 团队 小李 工程师
        オペレーター 担当者 当番 さん チーム 各自
        """,
    "report": """
        said says claimed answered replied ignored forgot mentioned quoted reports reported
        complains complained noticed kept gave told recommended hallucinated invented leaked
        repeated refused summarised summarized misquoted attempted tried caught blocked detected
        found flagged was were had did fixed reverted happened pasted wrote asked wants
        meldet meldete beschwert fragte sagte antwortete hat hatte wurde wurden behauptete nannte
        signale a_repondu avait etait ete indique_que se_plaint demande_si a_donne a_cite respondio
        dijo olvido pidio fue se_queja detecto comento envio pide
        respondeu disse informa reclama esqueceu foi pediu ha_citato ha_risposto chiede_se segnala
        lamenta stato stata gaf vergat antwoordde meldt klaagt werd heeft zglasza odpowiedzial*
        podal* zostal* byl* skarzy жалуется сообщает сообщил* ответил* забыл* был была были
        обновили выдал* 反映 投诉 报告 发现 了 ました との
        """,
    "software": """
        prompts_you prompts_for prompts_the
        true false null none_if return if_msg def import const assert filter filters screening
        intake routing blocks gateway sandbox workflow portal masked redaction
        fixed bug regression release released deprecated changelog setting settings default
        version feature flag toggle option options checkbox tick users_can administrators_can
        widget endpoint config configuration yaml parameter deployed rollout upgrade
        added improved breaking hotfix ui api sdk pod restart prompt_file
        evaluation_set
        accuracy latency benchmark vendor_ships dashboard repro roadmap licence nightly
        einstellung* standardmassig korrigiert behoben nouveaute parametre corrige ajuste corregid*
        novedad versao corrigid* novidade versione corrett* novita versie instelling* opgelost
        wersj* ustawieni* poprawion* верси* настройк* исправлен* обновил*
        版本 修复 设置 更新 新增 バージョン 修正 設定 追加 改善
        """,
    "ops": """
        node nodes pod pods replica cluster database
        switch switches router backup backups disk cable printer firmware certificate port
        deploy deployment reboot drain failover replication index checksum console beep cabinet
        modem appliance queue log logs script scripts job jobs warning warnings firewall vpn laptop
        cache monitoring threshold bridge page_within pager
        schema driver device devices battery tests lock zone maintenance_window meeting invite
        knoten alarm* server* datenbank* warnung* luefter* lufter* sicherung* drucker* protokoll
        noeud serveur* sauvegarde* pare_feu capteur* reunion imprimante* certificat
        nodo servidor* copia impresora sensor* corte panel cola certificado advertencia servico fila
        reuniao impressora avviso stampante riavvi* rack knooppunt
        storing* herstart* wezel serwer* alert* kopi* drukark* узел* узла сервер* баз* предупрежд*
        индекс* резервн* принтер* 告警 节点 服务器 数据库 备份 会议 アラート 警告
        ノード
        サーバー 再起動 バックアップ 会議 プリンタ
        """,
    "mention": """
        write_things example_sentence exercise polite_reply pinned for_discussion cvs fool
        injection jailbreak_attempt attackers attacker_wrote scam
        training quiz example_of sample poster sticker blog article_says quote
        excerpt hoax spam things_like phrases_like sentences_like such_as titled test_case
        red_team pentest demo workshop lesson course trainer slide
        injektion* angreifer* schulung* phishing* injections attaque* formation* inyeccion
        enganar ataque* injecao iniezione attacco injectie aanval* wstrzykiwani* atak* инъекци*
        обучени* 注入 攻击 培训 インジェクション 攻撃 研修
        """,
    "first_person": """
        i me my mine we our us
        ich mir mich mein* wir uns unser* je moi mon ma mes nous notre nos yo mi nosotros
        nuestr* exijo eu meu minha nosso* io mio mia noi nostr* ik mij mijn wij ons onze ja
        moj* nam nasz* я мне мой моя мы нам наш* 我 私 弊社 当社
        """,
    "sorry": """
        sorry apologies mix_up wrong_server my_previous my_last my_first my_ticket my_earlier
        i_sent i_wrote i_told my_message my_mail my_account my_data my_number entschuldig*
        meine_letzte
        desole pardon je_t_ai_dit mon_message perdon mi_mensaje desculp* minha_mensagem scusa
        scusate messaggio_precedente mijn_vorige przeprasz* poprzedni*_wiadomo* извини* прости*
        抱歉 刚才 すみません 失礼
        """,
    "condition": """
        until unless while after before once as_soon_as within because since so_that minutes hours
        then next step steps bis solange nachdem bevor sonst jusqu tant_que avant apres hasta
        mientras despues antes ate enquanto depois fino finche mentre prima dopo totdat
        zolang nadat voordat dopoki zanim po пока после перед через 之前 之后 期间 分钟 まで 前に
        後に
        間は
        """,
    "will_do": """
        now lets allows supports shows returns hides omits lists remembers keeps stops uses calls
        answers_in handles can_be is_logged are_logged was_added are_stored is_stored retains
        stores includes drops adds sends strips masks removes ignores forgets
        is_read reads
        """,
}
