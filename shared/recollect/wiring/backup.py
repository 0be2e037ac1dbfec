"""What a scheduled backup needs: both stores as a whole, and the bucket for its pages."""

from datetime import date
from functools import cache
from typing import Final

from recollect.adapters.aws.s3_pages import S3Pages
from recollect.adapters.upstash.redis.backup import RedisBackup
from recollect.backup.parts import BothStores
from recollect.core.errors import ConfigurationError
from recollect.settings.backup import BackupSettings
from recollect.wiring.environment import settings_from
from recollect.wiring.knowledge import knowledge_services
from recollect.wiring.stores import stores

_TIMEOUT_SECONDS: Final = 30.0


@cache
def whole_stores() -> BothStores:
    """The whole content of this process's stores."""
    return BothStores(RedisBackup(stores().redis), knowledge_services().repository)


def day_pages(day: date) -> S3Pages:
    """The pages of a day's backup. Raises ConfigurationError if no bucket is set."""
    bucket = settings_from(BackupSettings).bucket
    if not bucket:
        raise ConfigurationError("BACKUP_BUCKET is not set: nobody says where backups go")
    return S3Pages(bucket, day.isoformat(), _TIMEOUT_SECONDS)
