import type { Actor, Tx } from '../database/actor.ts'
import { conflict, notFound } from '../policy/refusal.ts'

/**
 * One command of the caller on one row. The client generates the id `command`. A second command with the same id is a repeat and changes
 * nothing.
 */
export type RowCommand<Action extends string = string> = { id: string; command: string; action: Action; now: Date }

/** Inserts the event of the running command into the history of the row. */
export type Recorder<Event> = (event: Event) => Promise<unknown>

/**
 * Describes how to run commands on one kind of row. `Event` is the data that `work` adds to the history row of a
 * command.
 */
export type CommandTarget<Row, Input extends RowCommand, Event> = {
  /** Locks the row until the transaction ends. Returns undefined for a row that the actor cannot see. */
  lock(tx: Tx, command: Input): Promise<Row | undefined>
  machine: {
    /**
     * Whether the row was deleted. A command on a deleted row is refused as NOT_FOUND, unless the command is a repeat.
     */
    isGone(row: Row): boolean
    /** Whether the state machine of the contract currently allows the actor this action. */
    isLegal(row: Row, command: Input, actor: Actor): boolean
    /** Creates the refusal of an illegal action: ILLEGAL_TRANSITION with the current state. */
    refusal(row: Row, command: Input): Error
  }
  history: {
    /** Returns the row and the action for which a command id was used before; undefined for an unused id. */
    find(tx: Tx, command: string): Promise<{ id: string; action: string } | undefined>
    record(tx: Tx, row: Row, command: Input, event: Event): Promise<unknown>
  }
}

/**
 * Runs a command on a locked row: `work` changes the row and calls `record`, which inserts its event into the history. Returns the result
 * of `work`; null for a repeated command, which changes nothing. `load` reads further data for `work`; its queries are sent together with
 * those that lock the row and read the history. Throws NOT_FOUND for a row that is deleted or that the actor cannot see. Throws CONFLICT
 * for a command id that was used for another row or action. Throws the refusal of the machine for an illegal action.
 */
export async function runCommand<Row, Input extends RowCommand, Event, Result, Loaded = undefined>(
  tx: Tx,
  { lock, machine, history, load }: CommandTarget<Row, Input, Event> & { load?: () => Promise<Loaded> },
  command: Input,
  work: (row: Row, record: Recorder<Event>, loaded: Loaded) => Promise<Result>,
): Promise<Result | null> {
  const [row, before, loaded] = await Promise.all([
    lock(tx, command),
    history.find(tx, command.command),
    load?.() as Promise<Loaded>,
  ])
  if (!row) throw notFound()
  if (before && (before.id !== command.id || before.action !== command.action)) throw conflict()
  if (before) return null
  if (machine.isGone(row)) throw notFound()
  if (!machine.isLegal(row, command, tx.actor)) throw machine.refusal(row, command)
  let isRecorded = false
  const record: Recorder<Event> = (event) => {
    isRecorded = true
    return history.record(tx, row, command, event)
  }
  const result = await work(row, record, loaded)
  // Without an event in the history, a repeated command would take effect a second time.
  if (!isRecorded) throw new Error(`the command ${command.action} recorded no event`)
  return result
}
