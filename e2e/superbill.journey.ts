import { expect, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { diagnosisLetters } from '../packages/contract/src/features/billing/superbill/superbill.rules.ts'
import { readPdf } from '../apps/server/src/platform/pdf/reading.testing.ts'
import { minimalClient } from '../apps/server/src/testing/records/clients.ts'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextIn, uiTextPattern } from './ui-text.ts'
import { expectAccessibleInViews, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau', 'de')
  await openAustin()
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const address = { street: '200 Congress Ave', postalCode: '78701', city: 'Austin', region: 'TX', country: 'US' }
/** Returns a text in German, the language of the client. */
const german = (key: Parameters<typeof uiTextIn>[1], values?: Record<string, string>) => uiTextIn('de', key, values)

/** Completes the business settings but for the NPI, and saves the client's address as payer. */
async function openAustin() {
  const { api } = practice.therapist
  const { fields, version } = await api.business.own({})
  const account = { taxId: '12-3456789', license: 'TX-48112', routingNumber: '021000021', accountNumber: '123456789' }
  const business = { name: 'Lindqvist Psychotherapy', phone: '+1 512 555 0100', language: 'en' as const }
  await api.business.save({ version, fields: { ...fields, ...business, ...account, ...address } })
  await api.business.setOn({ on: true })
  const { payer } = await api.payer.get({ id: ana.clientId })
  const { kind, contactId, name, email, reference, buyerReference, wantsDiagnosis, clientWantsDiagnosis } = payer
  const kept = { kind, contactId, name, email, reference, buyerReference, wantsDiagnosis, clientWantsDiagnosis }
  await api.payer.save({ id: ana.clientId, version: payer.version, ...kept, ...address, street: '12 Elm St' })
}

/** Adds the date of birth to the client's record. */
async function addDateOfBirth() {
  const { api } = practice.therapist
  const { version, ...known } = await api.client.get({ id: ana.clientId })
  const names = Object.keys(minimalClient) as (keyof typeof minimalClient)[]
  const facts = Object.fromEntries(names.map((name) => [name, known[name]])) as typeof minimalClient
  await api.client.edit({ id: ana.clientId, version, ...facts, dateOfBirth: '1992-05-02' })
}

/** Bills completed sessions of 150.00 $ and records their payments. */
async function billSessions(days: string[]) {
  const { api } = practice.therapist
  const lines = []
  for (const day of days) {
    const sessionId = randomUUID()
    const times = { startsAt: `${day}T15:00:00Z`, durationMinutes: 45, format: 'video', outcome: 'completed' } as const
    await api.session.logPast({ id: sessionId, clientIds: [ana.clientId], ...times })
    const service = {
      serviceOn: day,
      serviceTime: '16:00',
      minutes: 45,
      code: '90834',
      text: 'Psychotherapy, 45 minutes',
    }
    const price = { quantityMilli: 1000, priceMinor: '15000', taxRateBp: null }
    lines.push({ ...service, ...price, factorMilli: null, factorReason: '', place: '', sessionId })
  }
  const { id, version, ...draft } = await api.invoice.create({ id: randomUUID(), clientId: ana.clientId })
  const { language, note, reference, showDiagnosis, diagnosis } = draft
  const content = { payerId: draft.payer.id, language, note, reference, showDiagnosis, diagnosis, lines }
  await api.invoice.saveDraft({ id, version, ...content })
  const { sheet } = await api.invoice.issue({ id, command: randomUUID() })
  const money = { amountMinor: sheet.grossMinor, currency: 'USD', paidOn: days.at(-1) ?? '' }
  await api.payment.record({ id: randomUUID(), invoiceId: id, ...money, method: 'credit-card', reference: '' })
}

test(
  'a therapist makes a superbill from paid sessions after adding what is missing, and the client downloads it',
  { tag: '@deep' },
  async ({ browser }) => {
    await billSessions(['2026-09-07', '2026-09-14', '2026-09-21'])
    const therapist = await setView(await openSignedIn(browser, product, practice.therapist))
    const client = await setView(await openSignedIn(browser, product, ana, { phone: true }))
    const [ours, theirs] = [therapist.page, client.page]
    const record = `/dashboard/therapist/clients/${ana.clientId}/client-profile`
    const dialog = ours.getByRole('dialog')
    const make = (within: typeof ours | typeof dialog) =>
      within.getByRole('button', { name: uiText('superbill:make'), exact: true })

    await test.step('what is missing is named, and the dialog makes nothing', async () => {
      await ours.goto(record)
      await make(ours).click()
      for (const name of [uiText('superbill:missing.business.npi'), uiText('superbill:missing.client.dateOfBirth')])
        await expect(dialog.getByRole('link', { name })).toBeVisible()
      await dialog.getByRole('button', { name: uiText('common:cancel') }).click()
      const { api } = practice.therapist
      const { fields, version } = await api.business.own({})
      await api.business.save({ version, fields: { ...fields, npi: '1234567893' } })
      await addDateOfBirth()
    })

    await test.step('the therapist leaves a session out, types a diagnosis and makes the superbill', async () => {
      await ours.reload()
      await make(ours).click()
      await dialog.getByLabel(uiText('superbill:diagnosis.code', { letter: diagnosisLetters[0] })).fill('f41.1')
      await dialog.getByLabel(uiText('superbill:diagnosis.text')).fill('Generalized anxiety disorder')
      await dialog.getByRole('checkbox', { name: /21 September 2026/ }).press('Space')
      await expectAccessibleInViews(
        ours,
        'superbill being made',
        dialog.getByRole('checkbox', { name: /7 September 2026/ }),
        undefined,
        '[role="dialog"]',
      )
      await make(dialog).click()
      await expect(dialog).toHaveCount(0)
      const download = ours.getByRole('link', { name: uiTextPattern('superbill:download') }).last()
      await expectAccessibleInViews(ours, 'superbills of a client', download)
    })

    await test.step('the client finds it among the payments and downloads the PDF', async () => {
      await theirs.goto('/dashboard/client/payments')
      const section = theirs.getByRole('region', { name: german('superbill:title') })
      const download = section.getByRole('link')
      await expectAccessibleInViews(theirs, 'superbills of the client', download)
      expect(await section.innerText()).not.toMatch(/F41|anxiety/i)
      const downloading = theirs.waitForEvent('download')
      await download.click()
      const file = await downloading
      expect(file.suggestedFilename()).toBe('Superbill-2026-09-07-2026-09-14.pdf')
      const text = readPdf(await readFile(await file.path())).pages.join('\n')
      for (const shown of ['F41.1', '90834', '95', '1234567893', '12-3456789', 'TX-48112'])
        expect(text).toContain(shown)
      expect(text.match(/90834/g)).toHaveLength(2)
    })

    await test.step('a withdrawn superbill stays in the list without its PDF', async () => {
      await ours.getByRole('button', { name: uiTextPattern('superbill:menuOf') }).click()
      await ours.getByRole('menuitem', { name: uiText('superbill:withdraw.action') }).click()
      await dialog.getByRole('button', { name: uiText('superbill:withdraw.submit') }).click()
      await expect(ours.getByText(uiTextPattern('superbill:withdrawn.therapist'))).toBeVisible()
      const section = theirs.getByRole('region', { name: german('superbill:title') })
      await expect(section.getByRole('link')).toHaveCount(0)
    })
    await expectNoErrors(therapist)
    await expectNoErrors(client)
  },
)
