import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { proposeKey } from '../../../platform/backup/encryption/key-ceremony.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { confirmBackupKey, setSecondKey } from './backup/backup-key.ts'
import { readBackupState } from './backup/backup-state.ts'
import { addDestination, removeDestination, testChosenDestination } from './backup/destinations.ts'
import { backUpNow } from './backup/start-backup.ts'
import { readStoredBackups } from './backup/stored-backups.ts'

const on = implement(contract.administration).$context<Context>()
const done = { done: true } as const

export const backupHandlers = {
  backups: on.backups.handler(({ context: { app } }) => readBackupState(app)),

  storedBackups: on.storedBackups.handler(async ({ context: { app } }) => ({
    places: (await readStoredBackups(app.config)).map(({ place }) => place),
  })),

  startBackup: on.startBackup.handler(async ({ context: { app } }) => {
    await backUpNow(app)
    return done
  }),

  testBackupDestination: on.testBackupDestination.handler(({ input, context: { app } }) =>
    testChosenDestination(app, input.name),
  ),

  addBackupDestination: on.addBackupDestination.handler(({ input, context: { app } }) => addDestination(app, input)),

  removeBackupDestination: on.removeBackupDestination.handler(({ input, context: { app } }) => {
    removeDestination(app, input.name)
    return done
  }),

  proposeBackupKey: on.proposeBackupKey.handler(({ context: { app } }) => proposeKey(app.config.secretsDir)),

  confirmBackupKey: on.confirmBackupKey.handler(async ({ input, context: { app } }) => {
    await confirmBackupKey(app, input.words)
    return done
  }),

  setSecondBackupKey: on.setSecondBackupKey.handler(async ({ input, context: { app } }) => {
    await setSecondKey(app, input.recipient)
    return done
  }),
}
