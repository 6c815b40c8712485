import { maxBankFileBytes } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { existsSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../../testing/app.ts'
import { camtFile, type CamtEntry } from './bank-file.testing.ts'
import { readBankFile } from './bank-file.ts'

const options = { mappings: {}, describe: false, currency: 'EUR' }
const entries = (count: number, part: CamtEntry = {}): CamtEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    ...part,
    reference: `R${at}`,
    text: `Invoice 2026-${at} and more words`,
  }))

/**
 * Measures the processor time of the server's main thread during some work, in milliseconds: in total, and of the longest period without answering
 * other requests.
 */
async function watched<Result>(work: () => Promise<Result>) {
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const begun = used()
  let [longest, last] = [0, begun]
  const watch = setInterval(() => {
    const now = used()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  try {
    const result = await work()
    return { result, longest, all: used() - begun }
  } finally {
    clearInterval(watch)
  }
}

/** Reads a file and returns the answer, the seconds that it took, and the longest period for which the server's main thread was blocked. */
async function timed(file: Buffer) {
  const begun = performance.now()
  const { result: answer, longest } = await watched(() => readBankFile(file, options))
  return { answer, seconds: (performance.now() - begun) / 1000, longest }
}

test('a statement of 20,000 entries is read in at most 15 seconds, without blocking the server', async () => {
  const { answer, seconds, longest } = await timed(Buffer.from(camtFile(entries(20_000))))
  expect('file' in answer && answer.file.entries.length).toBe(20_000)
  expect(seconds).toBeLessThan(15)
  expect(longest).toBeLessThan(500)
})

test('a statement of nearly 10 MB is read within the limits of the process', async () => {
  const two = camtFile(entries(2)).length
  const file = Buffer.from(camtFile(entries(Math.floor(maxBankFileBytes / (two - camtFile(entries(1)).length + 8)))))
  expect(file.length).toBeLessThanOrEqual(maxBankFileBytes)
  expect(file.length).toBeGreaterThan(0.9 * maxBankFileBytes)
  expect('file' in (await timed(file)).answer).toBe(true)
})

test('20,000 entries are uploaded and reviewed within the time that a browser waits', async () => {
  const app = await createTestApp({ worker: false })
  try {
    const therapist = await app.person('therapist')
    const begun = performance.now()
    const answer = await fetch(`${app.address}/api/storage/bank-file`, {
      method: 'POST',
      headers: {
        cookie: therapist.cookies(),
        origin: app.address,
        'x-attune-key': app.site.key(),
        'content-type': 'text/xml',
      },
      body: camtFile(entries(20_000)),
    })
    const review = (await answer.json()) as { entries: unknown[] }
    expect(review.entries).toHaveLength(20_000)
    expect(performance.now() - begun).toBeLessThan(20_000)
  } finally {
    await app.close()
  }
})

test('while 32,000 entries are reviewed and answered, the server is never busy for long', async () => {
  const app = await createTestApp({ worker: false })
  try {
    const therapist = await app.person('therapist')
    const body = camtFile(entries(32_000))
    const headers = {
      cookie: therapist.cookies(),
      origin: app.address,
      'x-attune-key': app.site.key(),
      'content-type': 'text/xml',
    }
    const { result, longest, all } = await watched(async () => {
      const answer = await fetch(`${app.address}/api/storage/bank-file`, { method: 'POST', headers, body })
      return Buffer.from(await answer.arrayBuffer())
    })
    expect((JSON.parse(result.toString()) as { entries: unknown[] }).entries).toHaveLength(32_000)
    expect(longest).toBeLessThan(all / 5)
  } finally {
    await app.close()
  }
})

test('files of 10 MB that are made to be costly are given up soon, and the next file is read', async () => {
  const deep = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Ntry>${'<a>'.repeat(3_000_000)}`
  const wide = `${deep.slice(0, deep.indexOf('<a>'))}${'<a/>'.repeat(2_400_000)}`
  const attributes = `<Document ${Array.from({ length: 600_000 }, (_, at) => `a${at}="x"`).join(' ')}`
  const cells = 'a;b\n'.repeat(2_600_000)
  const quote = `Datum;Betrag\n"${'x'.repeat(10_000_000)}`
  for (const text of [deep, wide, attributes, cells, quote]) {
    const { answer, seconds } = await timed(Buffer.from(text))
    expect('file' in answer).toBe(false)
    // The product allows 30 seconds; the rest is the start of the process.
    expect(seconds).toBeLessThan(40)
  }
  expect('file' in (await timed(Buffer.from(camtFile(entries(1))))).answer).toBe(true)
})

test('the process that reads files stays below 300 MB', async () => {
  if (!existsSync('/proc/self/status')) return
  const { spawn } = await import('node:child_process')
  const worker = spawn(process.execPath, [new URL('bank-file.worker.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  let highest = 0
  const watch = setInterval(() => {
    const status = existsSync(`/proc/${worker.pid}/status`) ? readFileSync(`/proc/${worker.pid}/status`, 'utf8') : ''
    highest = Math.max(highest, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }, 20)
  const closed = new Promise((resolve) => worker.on('close', resolve))
  worker.stdin.write(`${JSON.stringify(options)}\n`)
  worker.stdin.end(camtFile(entries(20_000)))
  await closed
  clearInterval(watch)
  expect(highest).toBeGreaterThan(20)
  expect(highest).toBeLessThan(300)
})
