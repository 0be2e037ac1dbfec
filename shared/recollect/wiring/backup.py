"""What a scheduled backup needs: all that is kept, and where its pages lie."""

from datetime import date
from functools import cache
from typing import Final

from recollect.adapters.aws.s3_pages import S3Pages
from recollect.adapters.upstash.redis_backup import RedisBackup
from recollect.backup.parts import BothStores
from recollect.core.errors import ConfigurationError
from recollect.settings.backup import BackupSettings
from recollect.wiring.environment import settings_from
from recollect.wiring.knowledge import knowledge_services
from recollect.wiring.stores import stores

_SECONDS: Final = 30.0


@cache
def whole_stores() -> BothStores:
    """Everything that this process's stores keep."""
    return BothStores(RedisBackup(stores().redis), knowledge_services().repository)


def day_pages(day: date) -> S3Pages:
    """The pages of a day's backup. Raises ConfigurationError where there is no bucket."""
    bucket = settings_from(BackupSettings).bucket
    if not bucket:
        raise ConfigurationError("BACKUP_BUCKET is not set: nobody says where backups go")
    return S3Pages(bucket, day.isoformat(), _SECONDS)
