import { startPdfProcess } from './pdf-process.ts'

/** The time limit of one document, and the time after which an idle process ends, in milliseconds. */
const [timeout, idle] = [60_000, 5_000]

type Process = ReturnType<typeof startPdfProcess>
type Renderer = { process: Process; render: (line: string) => Promise<Buffer> }

/**
 * Returns a function that renders an order, which is one line of text, as a PDF. A separate process renders one document after the other, because
 * loading the fonts takes longer than rendering a page. The process ends when it is idle. `script` is the path of its program, which calls
 * `answerPdfOrders`; `memory` is its memory limit in megabytes. The function throws if rendering fails.
 */
export function createPdfRenderer(script: string, { memory }: { memory: number }): (line: string) => Promise<Buffer> {
  let renderer: Renderer | null = null
  let last: Promise<unknown> = Promise.resolve()
  let idleTimer: NodeJS.Timeout | undefined
  const end = () => {
    renderer?.process.stdin.end()
    renderer = null
  }
  const start = (): Renderer =>
    startRenderer(startPdfProcess(script, { memory }), (ended) => {
      if (renderer?.process === ended) renderer = null
    })
  return (line) => {
    const made = last.then(() => {
      clearTimeout(idleTimer)
      return (renderer ??= start()).render(line)
    })
    last = made
      .catch(() => {})
      .then(() => {
        idleTimer = setTimeout(end, idle)
        idleTimer.unref()
      })
    return made
  }
}

function startRenderer(child: Process, onEnd: (ended: Process) => void): Renderer {
  let received = Buffer.alloc(0)
  let settle: ((pdf: Buffer | null) => void) | null = null
  const forget = () => {
    onEnd(child)
    settle?.(null)
  }
  child.on('error', forget).on('close', forget)
  // If the process exits early, writing to it fails. The handler of 'close' reports the failure.
  child.stdin.on('error', () => {})
  child.stdout.on('data', (part: Buffer) => {
    received = Buffer.concat([received, part])
    const end = received.indexOf('\n')
    const length = end < 0 ? NaN : Number(received.subarray(0, end).toString())
    if (!(received.length >= end + 1 + length)) return
    const pdf = Buffer.from(received.subarray(end + 1, end + 1 + length))
    received = Buffer.alloc(0)
    settle?.(pdf.length ? pdf : null)
  })
  return {
    process: child,
    async render(line) {
      const answer = new Promise<Buffer | null>((resolve) => {
        settle = resolve
        child.stdin.write(`${line}\n`)
      })
      const timer = setTimeout(() => child.kill('SIGKILL'), timeout)
      const pdf = await answer.finally(() => clearTimeout(timer))
      if (!pdf) throw new Error('the PDF was not made')
      return pdf
    },
  }
}
