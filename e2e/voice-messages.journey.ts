import { expect, type Locator, type Page } from '@playwright/test'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import { testWithMicrophone as test } from './microphone.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { allViews, desktopViewport, expectAccessibleInViews } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const [toAna, toNora] = ['Ana Moreau', 'Nora Lindqvist']
const fieldFor = (page: Page, name: string) => page.getByRole('textbox', { name: uiText('message:write', { name }) })
const messages = (page: Page, other: string) =>
  page.getByRole('list', { name: uiText('message:messagesOf', { name: other }) }).locator(':scope > [data-seq]')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Presses Tab until a control has the focus, as a person without a mouse does. */
async function tabTo(page: Page, control: Locator) {
  await expect(control).toBeEnabled()
  for (let presses = 0; presses < 40; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach the control')
}

/** Moves the focus from the field to the newest message, then up. */
async function focusMessage(page: Page, message: Locator) {
  for (let presses = 0; presses < 20; presses++) {
    if (await page.evaluate(() => document.activeElement?.hasAttribute('data-seq'))) break
    await page.keyboard.press('Shift+Tab')
  }
  await page.keyboard.press('End')
  for (let presses = 0; presses < 10; presses++) {
    if (await message.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('ArrowUp')
  }
  throw new Error('the arrow keys do not reach the message')
}

/** Drops a short video that this browser has recorded on the field. */
const dropVideo = (field: Locator) =>
  field.evaluate(async (element) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const ended = new Promise((resolve) => (recorder.onstop = resolve))
    recorder.start()
    for (let frame = 0; frame < 20; frame++) {
      pen.fillStyle = `hsl(${frame * 18} 60% 60%)`
      pen.fillRect(0, 0, 320, 180)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    await ended
    const data = new DataTransfer()
    data.items.add(new File(parts, 'walk.webm', { type: 'video/webm' }))
    element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
  })

test(
  'a client sends, edits and deletes messages with a recording and a video, which the therapist finds by search [1.09, 9.04]',
  { tag: '@deep' },
  async ({ browser }) => {
    const ana = await practice.newClient('Ana', 'Moreau')
    const client = await openSignedIn(browser, product, ana)
    const therapist = await openSignedIn(browser, product, practice.therapist)
    const [anaPage, nora] = [client.page, therapist.page]
    const own = messages(anaPage, toNora)
    await anaPage.goto(`/dashboard/client/messages?conversation=${ana.clientId}`)

    await test.step('the client records, pauses, listens and sends without a mouse', async () => {
      await fieldFor(anaPage, toNora).focus()
      await tabTo(anaPage, button(anaPage, uiText('message:recordVoice')))
      await anaPage.keyboard.press('Enter')
      await expect(button(anaPage, uiText('voiceMessage:stop'))).toBeFocused()
      const time = (now: string) => anaPage.getByText(uiText('voiceMessage:time', { now, whole: '10:00' }))
      await expect(time('0:02')).toBeVisible()
      await tabTo(anaPage, button(anaPage, uiText('voiceMessage:pause')))
      await anaPage.keyboard.press('Enter')
      await tabTo(anaPage, button(anaPage, uiText('voiceMessage:resume')))
      await anaPage.keyboard.press('Enter')
      await expect(time('0:03')).toBeVisible()
      await anaPage.keyboard.press('Shift+Tab')
      await expect(button(anaPage, uiText('voiceMessage:stop'))).toBeFocused()
      await anaPage.keyboard.press('Enter')
      await expect(button(anaPage, uiText('file:player.play'))).toBeFocused()
      await anaPage.keyboard.press('Enter')
      await expect(button(anaPage, uiText('file:player.pause'))).toBeVisible()
      await tabTo(anaPage, button(anaPage, uiText('message:send')))
      await expectAccessibleInViews(anaPage, 'voice message', button(anaPage, uiText('message:send')), allViews)
      await anaPage.setViewportSize(desktopViewport)
      await anaPage.keyboard.press('Enter')
      await expect(own).toHaveCount(1)
      await expect(own.first().getByRole('slider')).toBeVisible()
      const row = anaPage.getByRole('region', { name: uiText('message:list') }).getByRole('listitem')
      await expect(row).toContainText(uiText('message:you', { text: uiText('message:file.voice', { length: '0:0' }) }))
    })

    await test.step('a message with a video is sent at once, waits for the upload, and shows a preview', async () => {
      await dropVideo(fieldFor(anaPage, toNora))
      await fieldFor(anaPage, toNora).fill('This is where I walk.')
      await fieldFor(anaPage, toNora).press('ControlOrMeta+Enter')
      await expect(own).toHaveCount(2)
      await expect(own.nth(1).locator('video')).toBeVisible()
      await expect
        .poll(() =>
          own
            .nth(1)
            .locator('video')
            .evaluate((video: HTMLVideoElement) => video.videoWidth),
        )
        .toBe(320)
    })

    await test.step('one unread message is edited and another deleted, without a mouse', async () => {
      for (const text of ['I slept bad.', 'Wrong conversation.']) {
        await fieldFor(anaPage, toNora).fill(text)
        await fieldFor(anaPage, toNora).press('ControlOrMeta+Enter')
        await expect(own.filter({ hasText: text })).toBeVisible()
      }
      await focusMessage(anaPage, own.nth(2))
      await anaPage.keyboard.press('Enter')
      await tabToItem(anaPage, uiText('message:menu.edit'))
      await anaPage.keyboard.press('Enter')
      const edited = anaPage.getByRole('textbox', { name: uiText('message:edit.label') })
      await edited.fill('I slept badly.')
      await tabTo(anaPage, button(anaPage, uiText('message:edit.submit')))
      await anaPage.keyboard.press('Enter')
      await expect(own.nth(2)).toContainText('I slept badly.')
      await expect(own.nth(2)).toContainText(uiText('message:edited'))
      await fieldFor(anaPage, toNora).focus()
      await focusMessage(anaPage, own.nth(3))
      await anaPage.keyboard.press('Enter')
      await tabToItem(anaPage, uiText('message:menu.delete'))
      await anaPage.keyboard.press('Enter')
      await tabTo(anaPage, button(anaPage, uiText('message:delete.submit')))
      await anaPage.keyboard.press('Enter')
      await expect(own.nth(3)).toContainText(uiText('message:deleted'))
    })

    await test.step('the therapist finds the edited message, and hears the voice message by keyboard', async () => {
      await nora.goto('/dashboard/therapist/messages')
      await nora.getByRole('searchbox', { name: uiText('message:find') }).fill('slept badl')
      const results = nora.getByRole('region', { name: uiText('message:search.results'), exact: true })
      await expect(results).toContainText('I slept badly.')
      await results.getByRole('link').click()
      const received = messages(nora, toAna)
      await expect(received.nth(2)).toContainText('I slept badly.')
      await expect(nora.getByText('Wrong conversation.')).toHaveCount(0)
      const voice = received.first()
      const sound = voice.locator('audio')
      await fieldFor(nora, toAna).focus()
      await focusMessage(nora, voice)
      await nora.keyboard.press('Space')
      await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0.5)
      await nora.keyboard.press('ArrowLeft')
      await expect(voice.getByRole('slider')).toHaveValue('0')
    })
    await expectNoErrors(client)
    await expectNoErrors(therapist)
  },
)

/** Moves the focus in an open menu to an item. */
async function tabToItem(page: Page, name: string) {
  const item = page.getByRole('menuitem', { name, exact: true })
  for (let presses = 0; presses < 8; presses++) {
    if (await item.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error('the arrow keys do not reach the menu item')
}
