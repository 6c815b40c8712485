import { spawn } from 'node:child_process'

/**
 * The flags of a process that renders PDFs. `memory` is the limit of its old objects in megabytes. The space for new ones
 * is small, because they hold on to the bytes of finished documents: it halves the memory and costs no time.
 */
export const pdfProcessFlags = (memory: number) => [`--max-old-space-size=${memory}`, '--max-semi-space-size=4']

/**
 * Starts a process that renders PDFs, so that many pages do not slow down the server and a malicious picture cannot harm
 * it. `script` is the path of the program, `memory` its limit in megabytes. The process is killed after
 * `timeout` milliseconds, if a timeout is given. It gets no environment variable of the server except PATH.
 */
export const startPdfProcess = (script: string, { memory, timeout }: { memory: number; timeout?: number }) =>
  spawn(process.execPath, [...pdfProcessFlags(memory), script], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH ?? '', VIPS_BLOCK_UNTRUSTED: '1' },
    ...(timeout !== undefined && { timeout, killSignal: 'SIGKILL' as const }),
  })
