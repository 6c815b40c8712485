import { type Block, richTextFromPlain } from '@attune/contract/common/rich-text'
import type { RichText } from '@attune/contract/common/rich-text.schemas'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { RunningApp } from '../../apps/server/src/app.ts'
import type { ApiClient, TestBrowser } from '../../apps/server/src/testing/browser.ts'
import { uploadPicture } from '../../apps/server/src/testing/picture-upload.ts'

type Page = {
  daysAgo: number
  hour: number
  title: string
  text: string
  mood: number | null
  tags: string[]
  /**
   * If set, the entry is shared with the therapist. If `read` is true, the therapist has opened the entry and has added
   * `reply` and `comment`, if they are set.
   */
  shared?: { read: boolean; reply?: string; comment?: string }
  picture?: string
}

const pages: Page[] = [
  {
    daysAgo: 41,
    hour: 21,
    title: 'A beginning',
    mood: 3,
    tags: ['sleep'],
    text: "I'm supposed to write down what goes through my head in the evening. So here it is: not much, and then everything at once.",
  },
  {
    daysAgo: 38,
    hour: 22,
    title: '',
    mood: 2,
    tags: ['sleep', 'work'],
    text: "Awake from two to four. I went through tomorrow's meeting three times, each time with a different ending.",
  },
  {
    daysAgo: 35,
    hour: 20,
    title: 'What helped',
    mood: 4,
    tags: ['sleep', 'walks'],
    text: 'A walk after dinner, no phone in the bedroom. Asleep before eleven.',
    shared: {
      read: true,
      reply: "That's a good observation. Let's keep the walk this week and see what happens on the days without it.",
    },
  },
  {
    daysAgo: 31,
    hour: 19,
    title: 'Sunday with my sister',
    mood: 5,
    tags: ['family'],
    text: 'We cooked for hours and talked about when we were small. I laughed until I cried.',
    picture: 'The river in the evening',
  },
  {
    daysAgo: 28,
    hour: 23,
    title: '',
    mood: 2,
    tags: ['work'],
    text: 'The same thought again: that they will notice I do not belong here. I wrote the evidence down, as we did it together. There was less of it than I had expected.',
  },
  {
    daysAgo: 24,
    hour: 7,
    title: 'A dream',
    mood: 3,
    tags: ['dreams'],
    text: 'A house with more rooms than I remembered. In one of them, a light had been left on for me.',
    shared: { read: true, comment: 'The light: come back to it when we speak about what she expects from others.' },
  },
  {
    daysAgo: 20,
    hour: 21,
    title: 'The presentation',
    mood: 4,
    tags: ['work'],
    text: 'It went well. My hands were cold, and no one noticed.',
  },
  { daysAgo: 16, hour: 22, title: '', mood: 3, tags: ['sleep'], text: 'Half past five. Not good, not bad.' },
  {
    daysAgo: 12,
    hour: 20,
    title: 'Along the river',
    mood: 4,
    tags: ['walks'],
    text: 'An hour along the water. I counted the barges and forgot to count the hours until morning.',
    picture: 'Hills on the other side',
    shared: { read: false },
  },
  {
    daysAgo: 9,
    hour: 21,
    title: 'The argument',
    mood: 1,
    tags: ['family'],
    text: 'I said what I had wanted to say for years, and far too loud. Now it is very quiet.',
  },
  {
    daysAgo: 6,
    hour: 20,
    title: 'She called',
    mood: 4,
    tags: ['family'],
    text: 'My sister called first. We both said sorry at the same time.',
  },
  {
    daysAgo: 3,
    hour: 22,
    title: 'Three good nights',
    mood: 5,
    tags: ['sleep'],
    text: "Three nights in a row. I don't quite trust it yet, but I'm writing it down.",
    shared: { read: false },
  },
  { daysAgo: 1, hour: 21, title: '', mood: 3, tags: [], text: 'For next time: ask how long this usually takes.' },
]

const day = 24 * 60 * 60_000

/** Creates six weeks of journal entries of the first client, some of them shared and answered, and one entry of the second client. */
export async function createDemoJournals(
  app: RunningApp,
  therapist: { api: ApiClient; id: string },
  clients: TestBrowser[],
  now: Date,
): Promise<void> {
  const [first, second] = clients
  if (first) for (const page of pages) await write(app, therapist, first, page, now)
  const note: Page = {
    daysAgo: 2,
    hour: 18,
    title: 'The form',
    mood: 3,
    tags: ['work'],
    text: 'I filled it in and sent it. It took ten minutes, after eight weeks of putting it off.',
    shared: { read: false },
  }
  if (second) await write(app, therapist, second, note, now)
}

async function write(
  app: RunningApp,
  therapist: { api: ApiClient; id: string },
  client: TestBrowser,
  page: Page,
  now: Date,
) {
  const id = randomUUID()
  const files = page.picture
    ? [await uploadPicture(app.address, app.site.key(), client, `${page.picture}.jpg`, await landscape(page.daysAgo))]
    : []
  const { title, mood, tags } = page
  const at = new Date(now.getTime() - page.daysAgo * day)
  at.setUTCHours(page.hour - 1, 12)
  const written = { id, version: 0, title, mood, tags, writtenAt: at.toISOString(), files }
  await client.api.journal.save({ ...written, content: contentOf(page, files) })
  if (!page.shared) return
  await client.api.journal.share({ id, therapistIds: [therapist.id], command: randomUUID() })
  if (!page.shared.read) return
  await therapist.api.journal.read({ id })
  const { reply, comment } = page.shared
  if (reply) await therapist.api.journal.reply({ id: randomUUID(), entryId: id, text: reply })
  if (comment) await therapist.api.journal.addComment({ id: randomUUID(), entryId: id, text: comment })
}

function contentOf({ text, picture }: Page, files: string[]): RichText {
  const images = files.map((fileId): Block => ({ type: 'image', attrs: { fileId, alt: picture ?? '' } }))
  return { type: 'doc', content: [...richTextFromPlain(text).content, ...images] }
}

/** Draws a picture of a landscape. Each seed gives a different landscape. */
function landscape(seed: number): Promise<Buffer> {
  const sun = 260 + ((seed * 37) % 620)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8fb3c9"/><stop offset="1" stop-color="#f3d9b1"/></linearGradient></defs>
    <rect width="1200" height="800" fill="url(#sky)"/><circle cx="${sun}" cy="380" r="64" fill="#fbe7b8"/>
    <path d="M0 470 C 250 330 420 480 640 400 S 1040 330 1200 430 V800 H0Z" fill="#6f8f87"/>
    <path d="M0 560 C 300 470 560 600 820 510 S 1120 520 1200 540 V800 H0Z" fill="#476b62"/>
    <path d="M420 800 C 520 690 700 690 640 610 C 600 560 700 540 760 530 C 720 560 760 600 800 660 C 840 720 780 760 820 800Z" fill="#c9d9de"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer()
}
