import { realpathSync } from 'node:fs'
import {
  type DestinationTest,
  NewDestination,
} from '@attune/contract/features/practice/administration/administration.backups'
import { backupLimits } from '@attune/contract/features/practice/administration/administration.backups.rules'
import type { AppContext } from '../../../../platform/app-context.ts'
import { markStore } from '../../../../platform/backup/destination/mark.ts'
import { probeDestination } from '../../../../platform/backup/destination/probe.ts'
import {
  type DestinationSettings,
  destinationName,
  openDestination,
  readDestinations,
  storeDestinations,
} from '../../../../platform/backup/destination/settings.ts'
import { hasPrintedKey, loadBackupKeys } from '../../../../platform/backup/encryption/backup-keys.ts'
import type { AuditedValues } from '../../../../platform/policy/audit.ts'
import { createRefusal, limitReached, notFound } from '../../../../platform/policy/refusal.ts'

type DestinationContext = Pick<AppContext, 'config'>

/** Tests a chosen destination. Refuses with NOT_FOUND if no chosen destination has this name. */
export async function testChosenDestination({ config }: DestinationContext, name: string): Promise<DestinationTest> {
  const settings = readDestinations(config.secretsDir).find((each) => destinationName(each) === name)
  if (!settings) throw notFound()
  return probeDestination(config, settings, { isNew: false })
}

/**
 * Tests a destination and adds it to the chosen ones. Replaces one with the same name. Refuses with NO_KEY without a printed key, with LIMIT_REACHED,
 * and with PROBLEM and the problem that the test found.
 */
export async function addDestination({ config }: DestinationContext, wanted: NewDestination): Promise<DestinationTest> {
  const keys = await loadBackupKeys(config.secretsDir)
  if (!hasPrintedKey(keys)) throw createRefusal('NO_KEY', 409)
  const others = otherDestinations(config.secretsDir, destinationName(wanted))
  if (others.length >= backupLimits.destinations) throw limitReached(backupLimits.destinations)
  const test = await probeDestination(config, wanted, { isNew: true })
  if (test.problem) throw createRefusal('PROBLEM', 409, { problem: test.problem })
  const settings: DestinationSettings =
    wanted.kind === 'folder' ? { kind: 'folder', folder: realpathSync(wanted.folder) } : wanted
  if (settings.kind === 's3')
    await markStore(openDestination(config, settings).store, destinationName(settings), keys.id)
  const name = destinationName(settings)
  storeDestinations(config.secretsDir, [...otherDestinations(config.secretsDir, name), settings])
  return test
}

/** Removes a destination from the chosen ones. Keeps its backups. Does nothing if no chosen one has this name. */
export function removeDestination({ config }: DestinationContext, name: string): void {
  const chosen = readDestinations(config.secretsDir)
  const others = otherDestinations(config.secretsDir, name)
  if (others.length < chosen.length) storeDestinations(config.secretsDir, others)
}

const otherDestinations = (secretsDir: string, name: string): DestinationSettings[] =>
  readDestinations(secretsDir).filter((each) => destinationName(each) !== name)

const namesOf = (all: readonly DestinationSettings[]) => all.map(destinationName).join(', ')

/** Describes the change of `addDestination` for the audit log with the names of the destinations, which contain no key. */
export async function describeAdded({ config }: DestinationContext, input: unknown) {
  const before = namesOf(readDestinations(config.secretsDir))
  // The input is not validated yet. A refused input changes nothing.
  const wanted = NewDestination.safeParse(input)
  if (!wanted.success) return destinationsChange(before, [before])
  const name = destinationName(wanted.data)
  return destinationsChange(before, [namesOf(otherDestinations(config.secretsDir, name)), name])
}

/** Describes the change of `removeDestination` for the audit log. */
export async function describeRemoved({ config }: DestinationContext, input: unknown) {
  const { name } = input as { name: string }
  return destinationsChange(namesOf(readDestinations(config.secretsDir)), [
    namesOf(otherDestinations(config.secretsDir, name)),
  ])
}

function destinationsChange(before: string, after: string[]): { before: AuditedValues; after: AuditedValues } {
  return { before: { destinations: before }, after: { destinations: after.filter(Boolean).join(', ') } }
}
