import { readdirSync } from 'node:fs'
import { loadBackupKeys } from '../../../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { keyWordsOf } from '../../../apps/server/src/platform/backup/encryption/words.ts'
import { openBackup } from '../../../apps/server/src/platform/backup/restore/open-backup.ts'
import type { DataFolder } from '../folders.testing.ts'
import { bringRecordBack, type RecordOptions } from './bring-back.ts'

/** The destination with the backup, the practice into which a record is brought back, and the practice whose key opens the backup (`keyOf`). */
type RecordPlaces = { target: string; data: DataFolder & { databaseUrl?: string }; keyOf: DataFolder }

/** Returns the 24 words of a practice's own key. */
export const wordsOfPractice = async ({ secretsDir }: DataFolder): Promise<string> =>
  keyWordsOf((await loadBackupKeys(secretsDir)).own.identity).join(' ')

/** Brings a record back into a practice, with the words of the key. Returns the lines that the command prints. */
export async function bringBackInto(
  { target, data, keyOf }: RecordPlaces,
  recordId: string,
  options: Partial<RecordOptions> = {},
): Promise<string[]> {
  const said: string[] = []
  const askWords = () => wordsOfPractice(keyOf)
  await bringRecordBack(
    data,
    { recordId, time: null, at: null, zone: null, yes: false, now: new Date(), ...options },
    {
      say: (line) => void said.push(line),
      question: async () => '',
      open: (selection) => openBackup(target, { ...selection, secretsDir: data.secretsDir, askWords }),
    },
  )
  return said
}

/** Returns the temporary folders of commands in a data folder. */
export const workFoldersIn = ({ dataDir }: Pick<DataFolder, 'dataDir'>): string[] =>
  readdirSync(dataDir).filter((name) => name.startsWith('.attune-'))
