import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { expect, type Page, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import { allViews, expectAccessibleInViews, setView } from './views.ts'
import type { JourneyServer } from './server.ts'
import { leaveAlone } from './lock.ts'
import { closeVisitors, expectNoErrors, visitorPassword } from './visitor.ts'
import { inOrder, uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const field = (page: Page) => page.getByRole('textbox', { name: uiText('journal:textLabel') })
const titleOf = (page: Page) => page.getByRole('textbox', { name: uiText('journal:titleLabel') })
const state = (page: Page) => page.getByRole('article').getByRole('status')
const saved = (page: Page) => state(page).getByText(uiText('common:outcome.saved'), { exact: true })
const kept = (page: Page) => state(page).getByText(uiText('common:outcome.onDevice'), { exact: true })
const done = (page: Page) => page.getByRole('button', { name: uiText('journal:done'), exact: true })
const inList = (page: Page) => page.getByRole('region', { name: uiText('journal:list') })
const beside = (page: Page) => page.getByRole('complementary', { name: uiText('journal:share.title') })

/** Shares the entry with the client's only therapist, or ends the sharing: one press by keyboard. */
const toggleSharing = (page: Page) =>
  beside(page)
    .getByRole('switch', { name: uiText('journal:share.with', { name: 'Nora Lindqvist' }) })
    .press('Space')

/** Types `words` at the end of the text. */
async function write(page: Page, words: string) {
  await field(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(words)
}

function putEntry(client: ClientPracticeMember, text: string, title = '', tags: string[] = []) {
  return client.api.journal.save({
    id: randomUUID(),
    version: 0,
    title,
    content: richTextFromPlain(text),
    mood: 4,
    tags,
    writtenAt: new Date().toISOString(),
    files: [],
  })
}

test('a client’s journal text survives a closed page, a lost network and an expired login [1.07, 2.14, 5.06]', async ({
  browser,
}) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const visitor = await openSignedIn(browser, product, ana)
  const { page } = visitor
  const savedEntries = async () => (await ana.api.journal.list({})).items

  await test.step('nothing is saved before the first input', async () => {
    await page.goto('/dashboard/client/journal')
    await expect(inList(page).getByText(uiText('journal:empty.title'))).toBeVisible()
    await inList(page)
      .getByRole('button', { name: uiText('journal:new') })
      .click()
    await field(page).fill('   ')
    await done(page).click()
    await expect(page.getByText(uiText('journal:error.empty'))).toBeVisible()
    expect(await savedEntries()).toEqual([])
  })

  await test.step('the page is closed without a connection: the text is restored and saved', async () => {
    await page.context().setOffline(true)
    await titleOf(page).fill('The train from Altona')
    await write(page, 'I took the early train')
    await expect(page).toHaveURL(/entry=[0-9a-f-]{36}/)
    await write(page, ' because I could not sleep')
    await expect(kept(page)).toBeVisible()
    await page.goto('about:blank')
    await page.context().setOffline(false)
    await page.goto('/dashboard/client/journal')
    await inList(page).getByRole('link', { name: 'The train from Altona' }).click()
    await expect(saved(page)).toBeVisible()
    await expect(field(page)).toContainText('I took the early train because I could not sleep')
    await expect(titleOf(page)).toHaveValue('The train from Altona')
  })

  await test.step('text is formatted by keyboard; Ctrl+B makes it bold and does not toggle the sidebar', async () => {
    await write(page, '. It was ')
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.type('grey')
    await page.keyboard.press('ControlOrMeta+b')
    await expect(field(page).locator('strong')).toHaveText('grey')
    await expect(page.getByRole('link', { name: uiText('shell:pages.journal'), exact: true }).first()).toBeVisible()
    await page.keyboard.press('Alt+F10')
    await expect(page.getByRole('button', { name: uiText('richText:tool.bold') })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('button', { name: uiText('richText:tool.redo') })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeFocused()
  })

  await test.step('a save interrupts neither the cursor nor the typing, and needs no press', async () => {
    await page.getByRole('button', { name: uiText('journal:mood.good'), exact: true }).click()
    await write(page, ' outside.')
    await page.keyboard.press('ControlOrMeta+s')
    await page.keyboard.type(' And still.')
    await expect(field(page)).toBeFocused()
    await expect.poll(async () => (await savedEntries())[0]?.excerpt).toContain('It was grey outside. And still.')
    await expect(saved(page)).toBeVisible()
    expect(await savedEntries()).toMatchObject([{ title: 'The train from Altona', mood: 4 }])
  })

  await test.step('the login ends while typing: after signing in the text is kept', async () => {
    await write(page, ' Half a sentence')
    await page.context().clearCookies({ name: 'attune' })
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText(uiText('common:errors.NO_LOGIN'))).toBeVisible()
    await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
    await page.keyboard.press('Enter')
    await expect(page.locator('[inert]')).toHaveCount(0)
    await expect(field(page)).toContainText('Half a sentence')
    await expect(saved(page)).toBeVisible()
  })

  await test.step('another device moves the entry to the trash: the message restores it, and the text is saved', async () => {
    const [entry] = await savedEntries()
    await ana.api.journal.trash({ id: entry?.id ?? '' })
    await write(page, ' and the other half')
    const message = page.getByRole('alert').filter({ hasText: uiText('journal:error.inBin') })
    await message.getByRole('button', { name: uiText('journal:bin.restore') }).click()
    await expect(saved(page)).toBeVisible()
    await expect(message).toHaveCount(0)
    await expect(field(page)).toContainText('Half a sentence and the other half')
    expect((await ana.api.journal.get({ id: entry?.id ?? '' })).binnedAt).toBeNull()
    await expect
      .poll(async () => JSON.stringify(await ana.api.journal.get({ id: entry?.id ?? '' })))
      .toContain('Half a sentence and the other half')
  })

  await test.step('pasted text keeps its formatting; scripts, styles and web images are removed', async () => {
    await write(page, '')
    await page.keyboard.press('Enter')
    await field(page).evaluate((element) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(
        'text/html',
        '<h1 onclick="alert(1)" style="color:red">Pasted</h1><script>alert(1)</script><p>with <b>weight</b><img src="https://evil.example/x.gif"></p>',
      )
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(field(page).getByRole('heading', { name: 'Pasted' })).toBeVisible()
    await expect(field(page).locator('script, img, [onclick], [style*=red]')).toHaveCount(0)
    await done(page).click()
    await expect(field(page)).toBeHidden()
    const [entry] = await savedEntries()
    expect(entry?.excerpt).toContain('with weight')
  })
  await expectNoErrors(visitor)
})

test(
  'text from an input method, on a locked page and without browser storage is saved completely',
  { tag: '@deep' },
  async ({ browser }) => {
    const yui = await practice.newClient('Yui', 'Mori')
    const visitor = await openSignedIn(browser, product, yui)
    const { page } = visitor
    await page.clock.install()
    await page.goto('/dashboard/client/journal?entry=new')

    await test.step('a save neither interrupts a composition nor duplicates it', async () => {
      const keyboard = await page.context().newCDPSession(page)
      const compose = async (...steps: string[]) => {
        for (const text of steps)
          await keyboard.send('Input.imeSetComposition', {
            text,
            selectionStart: text.length,
            selectionEnd: text.length,
          })
      }
      await write(page, 'Today: ')
      await compose('に', 'にほ', 'にほん')
      await keyboard.send('Input.insertText', { text: '日本' })
      await expect(field(page)).toHaveText('Today: 日本')
      await compose('ご', 'ごは')
      await page.keyboard.press('ControlOrMeta+s')
      await expect(page).toHaveURL(/entry=[0-9a-f-]{36}/)
      await compose('ごはん')
      await keyboard.send('Input.insertText', { text: 'ご飯' })
      await expect(field(page)).toHaveText('Today: 日本ご飯')
      await page.keyboard.press('ControlOrMeta+s')
      await expect(saved(page)).toBeVisible()
      expect((await yui.api.journal.list({})).items.map(({ excerpt }) => excerpt)).toEqual(['Today: 日本ご飯'])
      // The Enter key that ends an input method's composition must not add a tag.
      const tag = page.getByRole('combobox', { name: uiText('journal:tags.add') })
      await tag.focus()
      await compose('さ', 'さん')
      await tag.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
      await keyboard.send('Input.insertText', { text: '散歩' })
      await expect(tag).toHaveValue('散歩')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: uiText('journal:tags.remove', { tag: '散歩' }) })).toBeVisible()
      await page.keyboard.press('ControlOrMeta+s')
      await expect(saved(page)).toBeVisible()
    })

    await test.step('the locked page hides the text; after unlocking typing continues', async () => {
      await write(page, ' and half a sentence')
      await leaveAlone(page)
      await expect(field(page)).toHaveCount(0)
      await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
      await page.keyboard.press('Enter')
      await expect(field(page)).toHaveText('Today: 日本ご飯 and half a sentence')
      await write(page, ' more')
    })

    await test.step('after a reload on the locked page, the text is there after unlocking', async () => {
      await leaveAlone(page)
      await page.reload()
      await expect(page.getByText(uiText('reauthentication:lock.title'))).toBeVisible()
      await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
      await page.keyboard.press('Enter')
      await expect(field(page)).toHaveText('Today: 日本ご飯 and half a sentence more')
      await expect(saved(page)).toBeVisible()
    })
    await expectNoErrors(visitor)

    await test.step('without browser storage the page says so, keeps the text while it is open, and saves it', async () => {
      const other = await openSignedIn(browser, product, yui, { plain: true })
      await other.page.addInitScript(() => {
        for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('refused', 'SecurityError')
            },
          })
      })
      await other.page.goto('/dashboard/client/journal?entry=new')
      await expect(field(other.page)).toBeVisible()
      await write(other.page, 'Kept nowhere')
      await expect(other.page.getByText(uiText('common:outcome.pageOnly'))).toBeVisible()
      await other.page
        .getByRole('link', { name: uiText('shell:pages.dashboard'), exact: true })
        .first()
        .click()
      await expect(other.page).toHaveURL(/dashboard\/client$/)
      await other.page.goBack()
      await expect(field(other.page)).toContainText('Kept nowhere')
      await done(other.page).click()
      await expect(inList(other.page).getByRole('link', { name: 'Kept nowhere' })).toBeVisible()
      await expectNoErrors(other)
    })
  },
)

test('an entry is shared and unshared with one click, and its author sees who read it and the replies [1.07, 3.10] @slow', async ({
  browser,
}) => {
  const leo = await practice.newClient('Leo', 'Brandt')
  const nora = practice.therapist.api.journal
  const { id } = await putEntry(leo, 'Only mine so far.', 'A short night')
  const visitor = await openSignedIn(browser, product, leo)
  const { page } = visitor
  const can = () =>
    nora.read({ id }).then(
      () => true,
      () => false,
    )

  await test.step('the entry is private until it is shared', async () => {
    await page.goto(`/dashboard/client/journal?entry=${id}`)
    await expect(inList(page).getByText(uiText('journal:private'))).toBeVisible()
    expect(await can()).toBe(false)
    await toggleSharing(page)
    await expect(beside(page).getByText(uiText('journal:share.can'), { exact: true })).toBeVisible()
    await expect(inList(page).getByText(uiText('journal:sharedWith', { name: 'Nora' }))).toBeVisible()
  })

  await test.step('readers and replies appear without a reload', async () => {
    expect(await can()).toBe(true)
    await nora.reply({ id: randomUUID(), entryId: id, text: 'Thank you for this.' })
    await expect(page.getByText('Thank you for this.')).toBeVisible()
    await expect(
      beside(page)
        .getByRole('listitem')
        .filter({ hasText: /Nora Lindqvist.*Today/ }),
    ).toBeVisible()
  })

  await test.step('text that was saved since is visible to the therapist only after an update', async () => {
    const seen = async () => JSON.stringify((await nora.read({ id })).content)
    await write(page, ' Not yet.')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(saved(page)).toBeVisible()
    await expect(
      beside(page).getByText(uiTextPattern('journal:publish.sees_one', { names: 'Nora', when: /\d\d:\d\d/ })),
    ).toBeVisible()
    await page.reload()
    await expect(field(page)).toContainText('Not yet.')
    expect(await seen()).not.toContain('Not yet.')
    const update = beside(page).getByRole('button', { name: uiText('journal:publish.update_one', { names: 'Nora' }) })
    await update.press('Enter')
    await expect(update).toBeHidden()
    expect(await seen()).toContain('Not yet.')
  })

  await test.step('without a connection the update says so, and the text stays on this device', async () => {
    await page.context().setOffline(true)
    await write(page, ' Offline.')
    await beside(page)
      .getByRole('button', { name: uiText('journal:publish.update_one', { names: 'Nora' }) })
      .press('Enter')
    await expect(beside(page).getByText(uiText('journal:publish.offline_one', { names: 'Nora' }))).toBeVisible()
    await expect(kept(page)).toBeVisible()
    await page.context().setOffline(false)
    await expect(saved(page)).toBeVisible()
    expect(JSON.stringify((await nora.read({ id })).content)).not.toContain('Offline.')
  })

  await test.step('an unshared entry disappears for the therapist at once', async () => {
    await toggleSharing(page)
    await expect(beside(page).getByText(uiText('journal:share.cannot'))).toBeVisible()
    expect(await can()).toBe(false)
  })
  await expectNoErrors(visitor)
})

test(
  'two devices edit one entry: both texts are shown, and the author chooses one',
  { tag: '@deep' },
  async ({ browser }) => {
    const mia = await practice.newClient('Mia', 'Sand')
    const { id } = await putEntry(mia, 'The beginning.')
    const desk = await openSignedIn(browser, product, mia)
    const mobile = await openSignedIn(browser, product, mia, { phone: true })
    for (const { page } of [desk, mobile]) {
      await page.goto(`/dashboard/client/journal?entry=${id}`)
      await expect(field(page)).toContainText('The beginning.')
    }
    // The phone gets the version of the other device only when it saves.
    await mobile.page.context().setOffline(true)
    await write(desk.page, ' Written at the desk.')
    await desk.page.keyboard.press('ControlOrMeta+s')
    await expect(saved(desk.page)).toBeVisible()
    await write(mobile.page, ' Written on the phone.')
    await mobile.page.context().setOffline(false)
    await mobile.page.keyboard.press('ControlOrMeta+s')
    const other = mobile.page.getByRole('region', { name: uiText('versionConflict:theirs') })
    await expect(other).toContainText('Written at the desk.')
    await expect(field(mobile.page)).toContainText('Written on the phone.')
    await mobile.page.getByRole('button', { name: uiText('versionConflict:keepMine') }).click()
    await expect(saved(mobile.page)).toBeVisible()
    await expect(field(desk.page)).toContainText('Written on the phone.')
    await expectNoErrors(desk, mobile)
  },
)

test(
  'entries are searched by text, tag and day, deleted and restored; no axe violations [look.md: axe 0, 390 px]',
  { tag: ['@look', '@deep'] },
  async ({ browser }) => {
    const ida = await practice.newClient('Ida', 'Lund')
    const visitor = await setView(await openSignedIn(browser, product, ida))
    const { page } = visitor
    await page.goto('/dashboard/client/journal')
    await expectAccessibleInViews(page, 'journal, empty', inList(page).getByText(uiText('journal:empty.title')))
    await putEntry(ida, 'A child counted the bridges and got to eleven.', 'The train', ['travel'])
    await putEntry(ida, 'Slept through.', 'A good night', ['sleep'])
    await page.goto('/dashboard/client/journal')
    await expectAccessibleInViews(
      page,
      'journal, a list',
      inList(page).getByRole('link', { name: 'The train' }),
      allViews,
    )
    await page.setViewportSize({ width: 1280, height: 800 })

    await test.step('entries are found by text, tag and day', async () => {
      const find = inList(page).getByRole('searchbox', { name: uiText('journal:find') })
      await find.fill('eleven')
      await expect(inList(page).getByRole('listitem')).toHaveCount(1)
      await find.fill('nothing of the kind')
      await inList(page)
        .getByRole('button', { name: uiText('journal:searchResult.all') })
        .click()
      await inList(page).getByRole('button', { name: 'sleep', exact: true }).click()
      await expect(inList(page).getByRole('listitem')).toHaveCount(1)
      await inList(page).getByRole('button', { name: 'sleep', exact: true }).click()
      await inList(page)
        .getByRole('button', {
          name: inOrder(uiText('journal:days.entries_other', { count: '2' }), uiText('journal:mood.good')),
        })
        .click()
      await expect(page).toHaveURL(/day=/)
      await expect(inList(page).getByRole('listitem')).toHaveCount(2)
    })

    await test.step('an entry is moved to the trash and restored as private', async () => {
      await inList(page).getByRole('link', { name: 'The train' }).click()
      await expect(field(page)).toContainText('eleven')
      await page.getByRole('button', { name: uiText('journal:entryMenu') }).click()
      await page.getByRole('menuitem', { name: uiText('journal:bin.move') }).click()
      await expect(page.getByText(uiText('journal:bin.done_other', { count: '30' }))).toBeVisible()
      await page.goto('/dashboard/client/journal?bin=true')
      await expectAccessibleInViews(page, 'bin', page.getByText(uiTextPattern('journal:bin.until')))
      await page.getByRole('button', { name: uiText('journal:bin.restore') }).click()
      await expect(page.getByText(uiText('journal:bin.empty'))).toBeVisible()
      await page.getByRole('button', { name: uiText('journal:bin.back') }).click()
      await expect(inList(page).getByRole('link', { name: 'The train' })).toBeVisible()
    })

    await test.step('a new entry and an open one have no axe violations', async () => {
      await page.goto('/dashboard/client/journal?entry=new')
      await expectAccessibleInViews(page, 'a new entry', field(page), allViews)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/dashboard/client/journal')
      await inList(page).getByRole('link', { name: 'The train' }).click()
      await expectAccessibleInViews(page, 'an entry', field(page), allViews)
    })

    await test.step('the whole journal can be exported', async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/dashboard/client/journal')
      await page.getByRole('button', { name: uiText('journal:menu') }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: uiText('journal:export.markdown') }).click()
      expect((await download).suggestedFilename()).toMatch(/\.zip$/)
    })
    await expectNoErrors(visitor)
  },
)
