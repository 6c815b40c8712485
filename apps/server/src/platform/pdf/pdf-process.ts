import { spawn } from 'node:child_process'
import { untrustedEnvironment } from '../process/untrusted-environment.ts'

/**
 * Returns the Node flags of a process that renders PDFs. `memory` limits the old generation of the heap in megabytes. The young generation is
 * small, because its objects keep the bytes of finished documents alive: this halves the memory and costs no time.
 */
export const pdfProcessFlags = (memory: number) => [`--max-old-space-size=${memory}`, '--max-semi-space-size=4']

/**
 * Starts a process that renders PDFs, so that long documents do not slow down the server and a malicious picture cannot harm it. `script` is the
 * path of the program and `memory` its memory limit in megabytes. Kills the process after `timeout` milliseconds, if given. The process receives no
 * environment variable of the server except PATH and NODE_COMPILE_CACHE.
 */
export const startPdfProcess = (script: string, { memory, timeout }: { memory: number; timeout?: number }) =>
  spawn(process.execPath, [...pdfProcessFlags(memory), script], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...untrustedEnvironment(), VIPS_BLOCK_UNTRUSTED: '1' },
    ...(timeout !== undefined && { timeout, killSignal: 'SIGKILL' as const }),
  })
