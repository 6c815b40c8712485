import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse } from '../../testing/render-page.tsx'
import { api } from './api.ts'
import { publicApiKey } from './public-key.ts'

const fresh = `pk_${'b'.repeat(32)}`
const page = `<html><head><meta name="attune-key" content="${fresh}" /></head></html>`

beforeEach(() => {
  document.head.innerHTML = '<meta name="attune-key" content="pk_old">'
})
afterEach(() => vi.unstubAllGlobals())

/** Serves the page at `/` with the new key; the API accepts only that key. */
function serve(home: () => Response) {
  const keys: (string | null)[] = []
  let pages = 0
  const { fetched } = mockServer({
    'product/info': () => ({ practiceName: 'Practice' }),
  })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address === '/') {
      pages += 1
      return home()
    }
    const key = new Headers(init.headers).get('x-attune-key')
    keys.push(key)
    return key === fresh ? fetched(address, init) : refusalResponse(401, 'UNKNOWN_KEY')
  })
  return { keys, pages: () => pages }
}

test('a page with a key that has ended reads the new one and sends its calls again [6.10]', async () => {
  const { keys, pages } = serve(() => new Response(page))
  const answers = await Promise.all([api.product.info({}), api.product.info({})])
  expect(answers).toEqual([{ practiceName: 'Practice' }, { practiceName: 'Practice' }])
  expect(keys).toEqual(['pk_old', 'pk_old', fresh, fresh])
  expect(pages()).toBe(1)
  expect(publicApiKey()).toBe(fresh)
})

test('without a new key the refusal remains, after one more attempt [6.10]', async () => {
  const { keys } = serve(() => new Response('', { status: 502 }))
  await expect(api.product.info({})).rejects.toMatchObject({ code: 'UNKNOWN_KEY' })
  expect(keys).toEqual(['pk_old', 'pk_old'])
  expect(publicApiKey()).toBe('pk_old')
})

test('a page takes over the new key that an answer names [6.10]', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ practiceName: 'Practice' }, { headers: { 'x-attune-key': fresh } }),
  )
  await api.product.info({})
  expect(publicApiKey()).toBe(fresh)
})
