import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { startS3Double, type S3Double } from '../apps/server/src/platform/object-store/s3-double.testing.ts'
import { makeVideo } from '../apps/server/src/testing/faults/interrupted-uploads.ts'
import { bucketEnvironment } from '../apps/server/src/testing/files/bucket-environment.ts'
import { type Balancer, openBalancer } from './balancer.ts'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { messageItem } from './steps.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

/**
 * The server that runs during the whole journey, with its files in a bucket. The journey starts and stops others beside it. Pages reach all of them
 * through the balancer.
 */
let product: JourneyServer
let practice: JourneyPractice
let bucket: S3Double
let balancer: Balancer
let ana: ClientPracticeMember
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  bucket = await startS3Double()
  ;({ product, practice } = await startJourneyPractice(bucketEnvironment(bucket.settings, bucket.localHost)))
  balancer = await openBalancer([product.address])
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterEach(closeVisitors)
test.afterAll(async () => {
  await balancer.close()
  await product.stop()
  await bucket.stop()
})

const open = (browser: Parameters<typeof openSignedIn>[0], member: Parameters<typeof openSignedIn>[2]) =>
  openSignedIn(browser, { ...product, address: balancer.address }, member)
/** Sends a message as the client, to the server that runs during the whole journey. */
const sendAsAna = (text: string) => ana.api.message.send({ id: randomUUID(), conversationId: ana.clientId, text })

test(
  'a page stays live when its server stops, and again when the next one is killed',
  { tag: '@deep' },
  async ({ browser }) => {
    const beside = [await product.startBeside(), await product.startBeside()] as const
    balancer.addresses = [...beside.map(({ address }) => address), product.address]
    const nora = await open(browser, practice.therapist)
    const { page } = nora
    await page.goto(`/dashboard/therapist/messages?conversation=${ana.clientId}`)
    await sendAsAna('Before the stop')
    await expect(messageItem(page, 'Ana Moreau', 'Before the stop')).toBeVisible()
    await page.evaluate('globalThis.sinceTheStart = true')

    for (const [n, signal] of (['SIGTERM', 'SIGKILL'] as const).entries())
      await test.step(`${signal}: changes from before and after the new connection arrive, and what is written is sent`, async () => {
        await beside[n]?.end(signal)
        await sendAsAna(`After ${signal}`)
        await expect(messageItem(page, 'Ana Moreau', `After ${signal}`)).toBeVisible()
        const field = page.getByRole('textbox', { name: uiText('message:write', { name: 'Ana Moreau' }) })
        await field.fill(`Answer after ${signal}`)
        await field.press('ControlOrMeta+Enter')
        const sent = messageItem(page, 'Ana Moreau', `Answer after ${signal}`)
        await expect(sent).toContainText(uiText('message:status.sent'))
        await sendAsAna(`Live after ${signal}`)
        await expect(messageItem(page, 'Ana Moreau', `Live after ${signal}`)).toBeVisible()
      })
    expect(await page.evaluate('globalThis.sinceTheStart')).toBe(true)
    await expect(page.getByText(uiText('common:offline.strip'), { exact: true })).toBeHidden()
    await expectNoErrors(nora)
  },
)

test(
  'an upload of 50 MB continues when its server is killed, and arrives with the right bytes',
  { tag: '@deep' },
  async ({ browser }, info) => {
    const beside = await product.startBeside()
    balancer.addresses = [beside.address, product.address]
    const bytes = makeVideo(50 * 1024 * 1024, 50)
    const path = info.outputPath('walk.mp4')
    writeFileSync(path, bytes)
    const client = await open(browser, ana)
    const { page } = client
    await page.goto('/dashboard/client/journal?entry=new')
    await page.getByRole('textbox', { name: uiText('journal:textLabel') }).fill('A walk.')

    const killed = new Promise((resolve) => balancer.afterBytes(20 * 1024 * 1024, () => resolve(beside.end('SIGKILL'))))
    await page.locator('input[type=file]').last().setInputFiles(path)
    await killed
    const row = page
      .getByRole('list', { name: uiText('file:list') })
      .getByRole('listitem')
      .filter({ hasText: 'walk.mp4' })
    await expect(row.getByText(/^[\d.]+ MB$/)).toBeVisible({ timeout: 120_000 })

    await page.getByRole('button', { name: uiText('journal:done'), exact: true }).click()
    await expect(page.getByRole('region', { name: uiText('journal:list') })).toBeVisible()
    const [entry] = (await ana.api.journal.list({})).items
    const [file] = (await ana.api.journal.get({ id: entry?.id ?? '' })).files
    expect(file).toMatchObject({ name: 'walk.mp4', state: 'ready', size: bytes.length })
    const { url } = await ana.api.file.address({ id: file?.id ?? '', variant: 'whole' })
    const answer = await fetch(product.address + url, { headers: { cookie: ana.cookies() } })
    const hash = (of: Uint8Array) => createHash('sha256').update(of).digest('hex')
    expect(hash(new Uint8Array(await answer.arrayBuffer()))).toBe(hash(bytes))
    await expectNoErrors(client)
  },
)
