import type { ImportedCalendar } from '@attune/contract/features/schedule/calendar/calendar'
import { join } from 'node:path'
import { createQueue, parseInProcess, type ParserLimits } from '../../../../platform/process/parser-process.ts'
import type { IcsReadResult, IcsSegment } from '../ics/ics.ts'
import type { IcsObject, ReadIcsObject } from '../ics/objects.ts'
import { packIcsObjects } from './packed-objects.ts'

/** Thrown for a fetched file that cannot be read. `problem` is one of the contract's errors of an imported calendar. */
export class IcsReadError extends Error {
  override name = 'IcsReadError'
  readonly problem: NonNullable<ImportedCalendar['error']>
  constructor(problem: NonNullable<ImportedCalendar['error']>) {
    super(problem)
    this.problem = problem
  }
}

export type IcsWindow = { from: Date; to: Date; zone: string }

/** The limits of the separate process. */
const defaultLimits: ParserLimits = { timeoutMs: 15_000, maxMegabytes: 256, maxOutputBytes: 8 * 1024 * 1024 }
/**
 * The limits for reading a part of the events, used once reading all of them together has failed. Halving the list about ten times isolates an event
 * whose reading never ends.
 */
const partLimits: ParserLimits = { ...defaultLimits, timeoutMs: 5_000 }

/** Runs one reader process at a time. */
const inTurn = createQueue()

/**
 * Returns the busy times of a calendar file between `from` and `to`, each at most 25 hours long. Reads one file at a
 * time in a separate process with limits of time and memory. Rejects with IcsReadError if the file cannot be read.
 */
export function readIcsInProcess(
  file: Buffer,
  window: IcsWindow,
  limits: Partial<ParserLimits> = {},
): Promise<IcsSegment[]> {
  return inTurn(async () => {
    const lines = await runReader('segments', [file], window, { ...defaultLimits, ...limits })
    const [head, ...pieces] = lines as [IcsReadResult, ...IcsSegment[][]]
    if ('problem' in head) throw new IcsReadError(head.problem)
    return pieces.flat()
  })
}

/**
 * Reads events, each of which is a separate file. If the process fails, reads each half separately, so that one invalid event does not hide the
 * others. The result omits events that cannot be read at all.
 */
export function readIcsObjectsInProcess(objects: IcsObject[], window: IcsWindow): Promise<ReadIcsObject[]> {
  const read = async (some: IcsObject[], limits: ParserLimits): Promise<ReadIcsObject[]> => {
    if (some.length === 0) return []
    try {
      return (await runReader('objects', packIcsObjects(some), window, limits)).flat() as ReadIcsObject[]
    } catch (error) {
      if (!(error instanceof IcsReadError)) throw error
      if (some.length === 1) return []
      const half = Math.ceil(some.length / 2)
      return [...(await read(some.slice(0, half), partLimits)), ...(await read(some.slice(half), partLimits))]
    }
  }
  return inTurn(() => read(objects, defaultLimits))
}

/** Reads files in a process with the therapist's time zone. The reader uses that zone for times without a zone or in an unknown zone. */
async function runReader(
  mode: 'segments' | 'objects',
  input: readonly (string | Buffer)[],
  { from, to, zone }: IcsWindow,
  limits: ParserLimits,
): Promise<unknown[]> {
  const args = [mode, from.toISOString(), to.toISOString()]
  const lines = await parseInProcess(join(import.meta.dirname, 'ics-worker.ts'), { input, limits, args, zone })
  // The process failed, for example because it exceeded its time or memory. The failure is reported as too many events.
  if (!lines) throw new IcsReadError('too-many')
  return lines
}
