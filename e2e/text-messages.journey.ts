import { expect, type Page, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { jpegPicture } from '../apps/server/src/testing/files/uploads.ts'
import {
  openTwilioDouble,
  practiceNumbers,
  setUpTexts,
  type TwilioDouble,
} from '../apps/server/src/testing/doubles/twilio.ts'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { ageMessages, sendWaitingTexts } from './time.ts'
import { serverText, uiText } from './ui-text.ts'
import { expectAccessibleInViews, heading, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let twilio: TwilioDouble
const template = {
  name: 'Please get in touch',
  text: '{{1}}: please get in touch. {{2}}',
  templateId: `HX${'1'.repeat(32)}`,
}
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  twilio = await openTwilioDouble()
  ;({ product, practice } = await startJourneyPractice({
    DOUBLE_ORIGINS: twilio.origin,
    TEXT_API_ORIGIN: twilio.origin,
  }))
  await setUpTexts(practice.admin, twilio, { content: true })
  for (const language of ['en', 'de'] as const) {
    const templateId = language === 'en' ? template.templateId : `HX${'2'.repeat(32)}`
    await practice.admin.api.channelSetup.saveTemplate({ ...template, templateId, id: randomUUID(), language })
  }
})
test.afterAll(async () => {
  await product.stop()
  await twilio.close()
})
test.afterEach(closeVisitors)

const message = (page: Page, other: string, text: string) =>
  page
    .getByRole('list', { name: uiText('message:messagesOf', { name: other }) })
    .getByRole('listitem')
    .filter({ hasText: text })
const channelChoice = (page: Page) => page.getByRole('radiogroup', { name: uiText('textMessage:channel.label') })
const conversationOf = ({ clientId }: ClientPracticeMember) => `/dashboard/therapist/messages?conversation=${clientId}`

async function write(page: Page, to: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: uiText('message:write', { name: to }) })
  await field.fill(text)
  await field.press('ControlOrMeta+Enter')
  await expect(field).toHaveValue('')
}

/** Delivers a text that a client sends to the practice, with files. */
async function receive(channel: 'sms' | 'whatsapp', from: string, text: string, files: Buffer[] = []): Promise<void> {
  const prefix = channel === 'whatsapp' ? 'whatsapp:' : ''
  const answer = await twilio.deliver(product.address, {
    MessageSid: `SM${randomUUID().replaceAll('-', '')}`,
    From: `${prefix}${from}`,
    To: `${prefix}${practiceNumbers[channel]}`,
    Body: text,
    NumMedia: String(files.length),
    ...Object.fromEntries(files.map((bytes, n) => [`MediaUrl${n}`, twilio.addMedia(bytes)])),
  })
  expect(answer.status).toBe(200)
}

/** Reports the status of the text message that was sent last. */
async function report(status: string): Promise<void> {
  const { deliveryId, providerId } = twilio.requests.at(-1) ?? {}
  const fields = { MessageSid: providerId ?? '', MessageStatus: status }
  expect((await twilio.report(product.address, deliveryId ?? '', fields)).status).toBe(200)
}

test(
  'a client consents, an SMS leaves, the answer arrives in the same conversation, and STOP ends texts [1.08]',
  { tag: '@deep' },
  async ({ browser }) => {
    const ana = await practice.newClient('Ana', 'Moreau')
    await ana.api.account.saveNotificationSettings({ quiet: null, mail: {} })
    const number = '+4915123456789'
    const name = 'Ana Moreau'
    const settings = await setView(await openSignedIn(browser, product, ana, { phone: true }))
    const therapist = await setView(await openSignedIn(browser, product, practice.therapist))
    const nora = therapist.page

    await test.step('she allows full messages and notices by SMS in her settings', async () => {
      const { page } = settings
      await page.goto('/dashboard/client/settings/notifications')
      await page.getByRole('link', { name: uiText('notification:settings.texts.offerLink') }).click()
      await page
        .getByRole('button', { name: uiText('consent:allow', { channel: uiText('consent:channel.sms') }) })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(uiText('consent:dialog.number')).fill('0151 23456789')
      for (const purpose of ['content', 'notice'] as const)
        await dialog.getByRole('checkbox', { name: uiText(`consent:purpose.${purpose}`) }).check()
      await expect(dialog.getByText(uiText('consent:v1.free'))).toBeVisible()
      await dialog.getByRole('button', { name: uiText('consent:dialog.submit.client') }).click()
      await expect(page.getByText(uiText('consent:toNumber', { number }))).toBeVisible()
      await expectAccessibleInViews(page, 'consent to texts', page.getByText(uiText('consent:toNumber', { number })))
      await page.goto('/dashboard/client/settings/notifications')
      const kind = uiText('security:notices.kinds.message-received')
      const channel = uiText('notification:settings.texts.sms')
      await expect(
        page.getByRole('switch', { name: uiText('security:notices.channelOf', { channel, kind }) }),
      ).toBeChecked()
    })

    await test.step('the therapist picks SMS; the first text names the practice and STOP, and its status follows the provider', async () => {
      await nora.goto(conversationOf(ana))
      await channelChoice(nora).getByText(uiText('textMessage:channel.sms'), { exact: true }).click()
      await nora.getByRole('textbox', { name: uiText('message:write', { name }) }).fill('Is 17:00 still right for you?')
      await expect(nora.getByText(/^1 SMS/)).toBeVisible()
      twilio.mode = 'silent'
      await write(nora, name, 'Is 17:00 still right for you?')
      const sent = message(nora, name, 'Is 17:00 still right for you?')
      await expect.poll(() => twilio.requests.length).toBe(1)
      await expect(sent).toContainText(uiText('message:status.sending'))
      await expect(sent).toContainText(uiText('message:channel.sms'))
      twilio.release()
      twilio.mode = 'ok'
      await expect(sent).toContainText(uiText('message:status.sent'))
      const form = twilio.requests[0]?.form
      expect(Object.fromEntries(form ?? [])).toMatchObject({ To: number, From: practiceNumbers.sms })
      const first = serverText('text.first', { name: 'Attune', text: 'Is 17:00 still right for you?' })
      expect(form?.get('Body')).toBe(`${first} ${serverText('text.stop')}`)
      await report('delivered')
      await report('sent')
      await expect(sent).toContainText(uiText('message:status.delivered'))
    })

    await test.step('the answer arrives in the same conversation without a reload', async () => {
      await receive('sms', number, 'Yes, see you then.')
      await expect(message(nora, name, 'Yes, see you then.')).toContainText(uiText('message:channel.sms'))
      const row = nora.getByRole('region', { name: uiText('message:list') }).getByRole('listitem')
      await expect(row).toContainText(`Yes, see you then.${uiText('message:channel.sms')}`)
      await expectAccessibleInViews(nora, 'texts', message(nora, name, 'Yes, see you then.'))
    })

    await test.step('a message in the app that stays unread sends a notice without its words', async () => {
      const conversationId = ana.clientId
      await practice.therapist.api.message.send({ id: randomUUID(), conversationId, text: 'Your form is in the app.' })
      await sendWaitingTexts(product)
      await expect.poll(() => twilio.requests.length).toBe(2)
      const notice = serverText('text.notice', { name: 'Attune', address: product.address })
      expect(twilio.requests[1]?.form.get('Body')).toBe(`${notice} ${serverText('text.stop')}`)
    })

    await test.step('a picture that she sends with it is fetched and checked, and both open it; a contact card says why not', async () => {
      await receive('sms', number, 'My garden', [await jpegPicture(), Buffer.from('BEGIN:VCARD')])
      const sent = message(nora, name, 'My garden')
      const reason = uiText('textMessage:received.refused.type', { channel: uiText('message:channel.sms') })
      await expect(sent).toContainText(reason)
      const picture = { name: 'SMS 1.jpg', exact: true }
      await sent.getByRole('button', picture).click()
      await expect(nora.getByRole('dialog').getByRole('img', picture)).toBeVisible()
      await nora.keyboard.press('Escape')
      await expectAccessibleInViews(nora, 'a picture by SMS', sent.getByRole('button', picture))
      const { page } = settings
      await page.goto(`/dashboard/client/messages?conversation=${ana.clientId}`)
      await expect(message(page, 'Nora Lindqvist', 'My garden').getByRole('button', picture)).toBeVisible()
      await page.goto('/dashboard/client/settings/text-messages')
    })

    await test.step('STOP ends texts: the composer offers no SMS, and the record and the settings say why', async () => {
      await receive('sms', number, 'STOP')
      await expect(channelChoice(nora)).toHaveCount(0)
      await expect(message(nora, name, 'STOP')).toHaveCount(0)
      await nora.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile`)
      await expect(nora.getByText(uiText('consent:afterStop.therapist', { name: 'Ana' }))).toBeVisible()
      await expect(settings.page.getByText(uiText('consent:afterStop.client'))).toBeVisible()
      expect(twilio.requests).toHaveLength(2)
    })

    await test.step('the totals count the texts that left and those that came, for the therapist without STOP', async () => {
      await nora.goto('/dashboard/therapist/settings/quick-replies')
      await expect(nora.getByRole('row', { name: 'SMS 2 2 2', exact: true })).toBeVisible()
      const admin = await setView(await openSignedIn(browser, product, practice.admin))
      await admin.page.goto('/dashboard/admin/api-settings/push-hosts')
      await expect(admin.page.getByRole('row', { name: 'SMS 2 2 3', exact: true })).toBeVisible()
      await expectAccessibleInViews(admin.page, 'setup', heading(admin.page, uiText('settings:subjects.push-hosts')))
      await expectNoErrors(admin)
    })
    await expectNoErrors(settings)
    await expectNoErrors(therapist)
  },
)

test('a template is sent after the WhatsApp window closes, and a text of a shared number is moved from Unassigned @deep', async ({
  browser,
}) => {
  const mia = await practice.newClient('Mia', 'Sommer')
  const leo = await practice.newClient('Leo', 'Sommer')
  for (const { api } of [mia, leo]) await api.account.saveNotificationSettings({ quiet: null, mail: {} })
  const number = '+4915198765432'
  const therapist = await setView(await openSignedIn(browser, product, practice.therapist))
  const { page } = therapist
  await allowContent(mia, number)

  await test.step('while the window is open, any text can leave', async () => {
    await sendTemplate(mia)
    await receive('whatsapp', number, 'Can we talk?')
    await page.goto(conversationOf(mia))
    await expect(channelChoice(page).getByRole('radio', { name: uiText('textMessage:channel.whatsapp') })).toBeChecked()
    await write(page, 'Mia Sommer', 'Yes, tomorrow.')
    await expect(message(page, 'Mia Sommer', 'Yes, tomorrow.')).toContainText(uiText('message:status.sent'))
  })

  await test.step('a day later only an approved template can leave', async () => {
    await ageMessages(product, mia.clientId, 25)
    await page.reload()
    const list = page.getByRole('list', { name: uiText('textMessage:template.list') })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expectAccessibleInViews(page, 'templates', list)
    const before = twilio.requests.length
    await page.getByRole('button', { name: uiText('textMessage:template.sendNamed', { name: template.name }) }).click()
    const sent = message(page, 'Mia Sommer', `Attune: please get in touch. ${product.address}`).last()
    await expect.poll(() => twilio.requests.length).toBe(before + 1)
    await expect(sent).toContainText(uiText('message:status.sent'))
    const form = twilio.requests.at(-1)?.form
    expect(form?.get('ContentSid')).toBe(template.templateId)
    expect(JSON.parse(form?.get('ContentVariables') ?? '')).toEqual({ 1: 'Attune', 2: product.address })
    await report('read')
    await expect(sent).toContainText(uiText('message:status.read'))
  })

  await test.step('a text of a number that two clients share waits in Unassigned, until the therapist moves it', async () => {
    const shared = '+4915155555555'
    await allowContent(mia, shared)
    await allowContent(leo, shared)
    await page.goto('/dashboard/therapist/messages')
    await expect(heading(page, uiText('message:title'))).toBeVisible()
    await receive('whatsapp', shared, 'We are running late.')
    await page.getByRole('button', { name: uiText('textMessage:unassigned.open_one', { count: '1' }) }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessibleInViews(page, 'Unassigned', dialog.getByText('We are running late.'))
    await dialog.getByLabel(uiText('textMessage:unassigned.conversation')).selectOption('Leo Sommer')
    await dialog.getByRole('button', { name: uiText('textMessage:unassigned.move') }).click()
    await expect(dialog.getByText(uiText('textMessage:unassigned.none'))).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto(conversationOf(leo))
    await expect(message(page, 'Leo Sommer', 'We are running late.')).toContainText(uiText('message:channel.whatsapp'))
  })
  await expectNoErrors(therapist)
})

/** Sends the template to a client, so that a text message of the client belongs to this conversation. */
async function sendTemplate({ clientId }: ClientPracticeMember): Promise<void> {
  const { therapist } = practice
  const { channels } = await therapist.api.textMessage.options({ id: clientId })
  const [{ id, text } = { id: '', text: '' }] = channels[0]?.templates ?? []
  const sent = twilio.requests.length
  await therapist.api.message.send({
    id: randomUUID(),
    conversationId: clientId,
    text,
    channel: 'whatsapp',
    template: id,
    attachments: [],
  })
  await expect.poll(() => twilio.requests.length).toBe(sent + 1)
}

/** Records that a client consents to messages by WhatsApp at a number. */
async function allowContent(client: ClientPracticeMember, number: string): Promise<void> {
  await client.api.consent.give({
    id: client.clientId,
    command: randomUUID(),
    number,
    channel: 'whatsapp',
    purposes: ['content'],
    language: 'en',
    version: 1,
    senderName: 'Attune',
    provider: 'Twilio',
    providerCountry: 'US',
  })
}
