import { contract } from '@attune/contract'
import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import {
  type AssistantCheckResult,
  type AssistantPart,
  endpointBase,
} from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'
import { implement } from '@orpc/server'
import { type Endpoint, EndpointFailed, requestBody, Truncated } from '../../../platform/assistant/endpoint.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { changedValues, describeChange } from '../../../platform/policy/audit.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import * as changes from './assistant-setup.changes.ts'
import {
  type AssistantState,
  assistantKeyName,
  endpointOf,
  originOf,
  readRow,
  setupOf,
  stateOf,
} from './assistant-setup.state.ts'
import { readKeySavedAt } from '../../../platform/provider-keys/provider-keys.ts'
import { readPracticeCountry } from '../../messages/channel-setup/channel-setup.ts'

const on = implement(contract.assistantSetup).$context<Context>()

/** The maximum duration of an admin's connection test, in milliseconds. The page waits no longer than this. */
const checkMilliseconds = 15_000

/** The harmless sentence that a connection test sends. */
const checkText = {
  system: 'Answer in one short sentence of plain text.',
  prompt: 'Say that the connection works.',
}

export const assistantSetupHandlers = {
  get: on.get.handler(({ context }) => readSetup(context)),

  save: on.save.handler(({ input: { version, ...input }, context }) =>
    change(context, version, async (tx, before) => {
      const settings = { ...input, address: input.address && endpointBase(input.address) }
      const isNew = settings.address !== null && settings.address !== before.row.address
      if (isNew && !context.app.assistant.isAllowed(settings.address ?? ''))
        throw createRefusal('ADDRESS_NOT_ALLOWED', 409)
      await changes.saveSettings(tx, before, settings)
    }),
  ),

  saveKey: on.saveKey.handler(({ input: { version, key }, context }) =>
    change(context, version, async (tx, { row, missing }) => {
      if (missing.includes('address')) throw createRefusal('NOT_SET_UP', 409, { missing: ['address'] })
      await context.app.providerKeys.save(tx, assistantKeyName, key, context.app.clock.now())
      await changes.update(tx, { key_origin: originOf(row.address), ...changes.noCheck })
    }),
  ),

  recordAgreement: on.recordAgreement.handler(({ input: { version, ...statement }, context }) =>
    change(context, version, (tx, before) =>
      changes.recordAssistantAgreement(tx, before, statement, context.app.clock.now()),
    ),
  ),

  switchOn: on.switchOn.handler(({ input: { version }, context }) =>
    change(context, version, async (tx, { missing }) => {
      if (missing.length > 0) throw createRefusal('NOT_SET_UP', 409, { missing })
      await changes.update(tx, { is_on: true })
    }),
  ),

  switchOff: on.switchOff.handler(({ context }) => change(context, null, (tx) => changes.update(tx, { is_on: false }))),

  models: on.models.handler(async ({ context }) => {
    const { missing, endpoint } = await readEndpoint(context, ['address', 'key'])
    if (endpoint === null) return { models: [], failure: null, missing }
    try {
      return { models: await context.app.assistant.models(endpoint), failure: null, missing }
    } catch (error) {
      if (!(error instanceof EndpointFailed)) throw error
      return { models: [], failure: error.code, missing }
    }
  }),

  test: on.test.handler(async ({ context, signal }) => {
    const { app, actor } = context
    const { missing, endpoint, version } = await readEndpoint(context, ['address', 'key', 'model'])
    if (endpoint !== null) {
      const start = performance.now()
      const result = await checkEndpoint(context, endpoint, signal)
      const check = {
        checked_at: app.clock.now(),
        check_result: result,
        check_milliseconds: Math.round(performance.now() - start),
      }
      // Does not store the result if the setup has changed in the meantime.
      await app.db.asActor(actor, (tx) =>
        tx.kysely.updateTable('assistant_setting').set(check).where('version', '=', version).execute(),
      )
    }
    return { missing, setup: await readSetup(context) }
  }),
}

/**
 * Returns those of `parts` that are missing, the version of the setup, and the endpoint for an admin's request, which is null if one of `parts` is
 * missing.
 */
async function readEndpoint(
  { app, actor }: Context,
  parts: AssistantPart[],
): Promise<{ missing: AssistantPart[]; endpoint: Endpoint | null; version: number }> {
  const [row, key] = await Promise.all([app.db.asActor(actor, readRow), app.providerKeys.read(assistantKeyName)])
  const state = stateOf(app, row, key)
  const missing = state.missing.filter((part) => parts.includes(part))
  const endpoint = missing.length > 0 ? null : endpointOf(state)
  const timeoutMilliseconds = Math.min(endpoint?.timeoutMilliseconds ?? checkMilliseconds, checkMilliseconds)
  return { missing, endpoint: endpoint && { ...endpoint, timeoutMilliseconds }, version: row.version }
}

async function checkEndpoint(
  { app }: Context,
  endpoint: Endpoint,
  signal: AbortSignal | undefined,
): Promise<AssistantCheckResult> {
  const options = { signal: signal ?? new AbortController().signal, isTest: true }
  try {
    const answer = app.assistant.ask(endpoint, requestBody(endpoint, checkText), options)
    while (!(await answer.next()).done);
    return 'ok'
  } catch (error) {
    if (error instanceof Truncated) return 'truncated'
    if (error instanceof EndpointFailed) return error.code
    throw error
  }
}

/**
 * Makes a change in one transaction and returns the new setup. Refuses with CHANGED and the current setup if the saved version is not `version`. If
 * `version` is null, any saved version is accepted.
 */
async function change(
  context: Context,
  version: number | null,
  work: (tx: Tx, before: AssistantState) => Promise<unknown>,
): Promise<AssistantSetup> {
  const { app, actor } = context
  const key = await app.providerKeys.read(assistantKeyName)
  await app.db.asActor(actor, async (tx) => {
    await changes.lockSetup(tx)
    const before = stateOf(app, await readRow(tx), key)
    if (version !== null && version !== before.row.version)
      throw createRefusal('CHANGED', 409, { current: setupOf(app, before, await readSurroundings(tx)) })
    await work(tx, before)
    await changes.update(tx, { version: before.row.version + 1 })
    describeChange(tx, changedValues(changes.auditedValues(before.row), changes.auditedValues(await readRow(tx))))
  })
  return readSetup(context)
}

async function readSetup({ app, actor }: Context): Promise<AssistantSetup> {
  const [{ row, ...surroundings }, key] = await Promise.all([
    app.db.asActor(actor, async (tx) => ({ row: await readRow(tx), ...(await readSurroundings(tx)) })),
    app.providerKeys.read(assistantKeyName),
  ])
  return setupOf(app, stateOf(app, row, key), surroundings)
}

/** Returns the time at which the key was saved, and the practice's country from the setup of text messages. */
async function readSurroundings(tx: Tx): Promise<{ keySavedAt: string | null; practiceCountry: string | null }> {
  const [keySavedAt, practiceCountry] = await Promise.all([
    readKeySavedAt(tx, assistantKeyName),
    readPracticeCountry(tx),
  ])
  return { keySavedAt, practiceCountry }
}
