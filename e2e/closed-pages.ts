import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openPayments } from './issued-invoice.ts'
import { planSessionByApi, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import { uiText } from './ui-text.ts'

/**
 * An editor of the product: its name, the role that uses it, the path of its page, the button that opens it if it is closed, and the label of its
 * field.
 */
export type WrittenField = {
  name: string
  whose: 'therapist' | 'client'
  path: string
  opener?: string
  label: string
}

/** Prepares one page for each editor of the product. */
export async function prepareEditors(practice: JourneyPractice, ana: ClientPracticeMember): Promise<WrittenField[]> {
  await openPayments(practice, ana)
  const { api } = practice.therapist
  const session = await planSessionByApi(practice.therapist, ana.clientId, 3, 9, true)
  const invoice = await api.invoice.create({ id: randomUUID(), clientId: ana.clientId })
  const task = await assignTask(practice, ana)
  const [built, sent] = [await createForm(practice), await sendForm(practice, ana)]
  const entry = await createEntry(ana)
  const profile = `/dashboard/therapist/clients/${ana.clientId}/client-profile`
  return [
    { name: 'journal', whose: 'client', path: `journal?entry=${entry}`, label: uiText('journal:textLabel') },
    {
      name: 'message',
      whose: 'client',
      path: `messages?conversation=${ana.clientId}`,
      label: uiText('message:write', { name: 'Nora Lindqvist' }),
    },
    {
      name: 'answer of a task',
      whose: 'client',
      path: `tasks/${task}`,
      opener: uiText('taskForms:start'),
      label: uiText('taskForms:note.plain'),
    },
    { name: 'comment', whose: 'client', path: `tasks/${task}`, label: uiText('tasks:comments.write') },
    { name: 'form', whose: 'client', path: `forms/${sent}`, label: 'What may be shown?' },
    {
      name: 'own safety plan',
      whose: 'client',
      path: 'safety',
      opener: uiText('safety:begin'),
      label: uiText('safety:form.line', { part: uiText('safety:parts.whatHelps'), number: '1' }),
    },
    {
      name: 'session note',
      whose: 'therapist',
      path: `/dashboard/therapist/sessions/session-details?id=${session.id}`,
      label: uiText('note:label'),
    },
    {
      name: 'note about a client',
      whose: 'therapist',
      path: `${profile}?tab=notes&note=client`,
      label: uiText('client:profile.about', { name: 'Ana' }),
    },
    {
      name: 'treatment plan of a client',
      whose: 'therapist',
      path: `${profile}?tab=plan`,
      opener: uiText('treatmentPlan:empty.begin'),
      label: uiText('treatmentPlan:form.goal'),
    },
    {
      name: 'invoice',
      whose: 'therapist',
      path: `/dashboard/therapist/payments/${invoice.id}`,
      label: uiText('invoiceDraft:texts.note'),
    },
    {
      name: 'form that is built',
      whose: 'therapist',
      path: `/dashboard/therapist/forms/${built}`,
      label: uiText('form:facts.name'),
    },
  ]
}

async function assignTask({ therapist }: JourneyPractice, { clientId }: ClientPracticeMember): Promise<string> {
  const { items } = await therapist.api.task.assign({
    id: randomUUID(),
    clientIds: [clientId],
    title: 'Letter to my sister',
    description: richTextFromPlain('Half a page is enough.'),
    priority: 'medium',
    form: { kind: 'plain' },
    dueDay: null,
    delivery: { how: 'now' },
  })
  return items[0]?.id ?? ''
}

const createForm = async ({ therapist }: JourneyPractice): Promise<string> =>
  (await therapist.api.form.create({ id: randomUUID(), template: null, language: 'en' })).id

async function sendForm(practice: JourneyPractice, { clientId }: ClientPracticeMember): Promise<string> {
  const { api } = practice.therapist
  const id = await createForm(practice)
  const field = { id: randomUUID(), type: 'long-text' as const, label: 'What may be shown?', hint: '', required: true }
  const content = { title: 'Photos', language: 'en' as const, isConsent: false, fields: [{ ...field, options: [] }] }
  const { version } = await api.form.save({ id, version: (await api.form.get({ id })).version, content })
  await api.form.confirm({ id, version })
  return (await api.form.send({ id: randomUUID(), clientId, formId: id, version, remindAfterDays: null })).id
}

async function createEntry({ api }: ClientPracticeMember): Promise<string> {
  const entry = { id: randomUUID(), version: 0, title: 'A day', mood: 4, tags: [], files: [] } as const
  const writtenAt = new Date().toISOString()
  return (await api.journal.save({ ...entry, tags: [], files: [], content: richTextFromPlain('I'), writtenAt })).id
}

/** Opens the page of an editor. Returns its field. */
export async function openField(page: Page, { whose, path, opener, label }: WrittenField) {
  await page.goto(path.startsWith('/') ? path : `/dashboard/${whose}/${path}`)
  const field = page.getByRole('textbox', { name: label, exact: true }).first()
  const open = opener === undefined ? null : page.getByRole('button', { name: opener, exact: true })
  await (open ? field.or(open).first() : field).waitFor().catch(async (error: unknown) => {
    throw new Error(`${path} shows: ${await page.locator('body').innerText()}`, { cause: error })
  })
  if (open && !(await field.isVisible())) await open.click()
  await field.waitFor()
  return field
}
