// Restores into a practice's own Postgres, and exits without cleaning up once the database is loaded. Arguments: the places as JSON, the folder of
// the backup, and the words of its key.
import { openBackup } from '../../../apps/server/src/platform/backup/restore/open-backup.ts'
import type { OwnPlaces } from './own-database.testing.ts'
import { unpack } from '../unpack.ts'

const [, , json = '', folder = '', words = ''] = process.argv
const places = JSON.parse(json) as OwnPlaces
const backup = await openBackup(folder, { secretsDir: places.secretsDir, askWords: async () => words })
const options = { replace: false, at: new Date(), withoutLedger: true }
await unpack(
  places,
  backup,
  options,
  () => {},
  (name) => {
    if (name === 'load the own database') process.exit(9)
  },
)
