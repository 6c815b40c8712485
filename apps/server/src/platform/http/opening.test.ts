import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../../testing/app.ts'
import type { AppContext } from '../app-context.ts'

test('before it has opened, a server answers only that it is alive, and runs no job @slow', async () => {
  const found: Record<string, number | string | null> = {}
  const started = vi.fn<(context: AppContext) => void>()
  const beforeOpening = async (context: AppContext) => {
    const { start } = context.jobs
    context.jobs.start = (handlers, of) => {
      started(of)
      return start(handlers, of)
    }
    for (const path of ['/health', '/ready', '/', '/api/product/info', '/hooks/stripe/x', '/nowhere.js']) {
      const answer = await fetch(`${context.site.origin()}${path}`)
      found[path] = answer.status
      if (path === '/ready') found.body = await answer.text()
      if (path === '/') found.retryAfter = answer.headers.get('retry-after')
    }
    expect(started).not.toHaveBeenCalled()
  }
  const app = await createTestApp({ beforeOpening })
  onTestFinished(() => app.close())
  expect(found).toEqual({
    '/health': 200,
    '/ready': 503,
    '/': 503,
    '/api/product/info': 503,
    '/hooks/stripe/x': 503,
    '/nowhere.js': 503,
    body: '{"ready":false,"started":"failed"}',
    retryAfter: '2',
  })
  expect(started).toHaveBeenCalledOnce()
  expect((await fetch(`${app.address}/ready`)).status).toBe(200)
})

test('a server that is stopped before it has opened ends without running a job', async () => {
  let jobs: AppContext['jobs'] | undefined
  const beforeOpening = async (context: AppContext) => {
    ;({ jobs } = context)
    vi.spyOn(context.jobs, 'start')
    throw new Error('stopped before it opened')
  }
  await expect(createTestApp({ beforeOpening })).rejects.toThrow('stopped before it opened')
  expect(jobs?.start).not.toHaveBeenCalled()
})
