import { join } from 'node:path'
import { createQueue, parseInProcess, type ParserLimits } from '../../../../platform/process/parser-process.ts'
import type { ReadAnswer, ReadEntry, ReadOptions } from '../bank/entry.ts'

/** The limits of the process that reads a file. */
const limits: ParserLimits = { timeoutMs: 30_000, maxMegabytes: 256, maxOutputBytes: 64 * 1024 * 1024 }
const inTurn = createQueue()

/**
 * Reads a bank file in a separate process, one file at a time, so that a large file does not slow down the server and a malicious one cannot harm
 * it. Each therapist can have one waiting file. If the process fails, the file counts as damaged.
 */
export function readBankFile(bytes: Buffer, options: ReadOptions): Promise<ReadAnswer> {
  return inTurn(() => readInProcess(bytes, options))
}

async function readInProcess(bytes: Buffer, options: ReadOptions): Promise<ReadAnswer> {
  const input = [`${JSON.stringify(options)}\n`, bytes]
  const lines = await parseInProcess(join(import.meta.dirname, 'bank-file.worker.ts'), { input, limits })
  if (!lines) return { problem: 'DAMAGED' }
  const [answer, ...entries] = lines as [ReadAnswer, ...ReadEntry[][]]
  if ('file' in answer) for (const some of entries) answer.file.entries.push(...some)
  return answer
}
