import type { EnteredBusiness } from '@attune/contract/features/billing/business/business'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { enteredBusiness, noBusiness } from './business.fields.ts'
import { readBusiness, firstNumberIn } from './business.ts'

const app = await startSharedApp({ worker: false })

const empty = enteredBusiness(noBusiness(''))
const complete: EnteredBusiness = {
  ...empty,
  name: 'Praxis Lindqvist',
  taxId: '29/815/08150',
  vatId: 'DE123456789',
  email: 'praxis@example.org',
  street: 'Lange Str. 1',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
  bankName: 'Sparkasse',
  accountName: 'Nora Lindqvist',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
}
const storedBy = (therapist: Person) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) => readBusiness(tx))

test('a therapist saves name, tax and VAT ID, email, bank name, account name, IBAN and SWIFT/BIC, and gets them back [3.11] @slow', async () => {
  const therapist = await app.person('therapist', 1)
  expect(await therapist.api.business.own({})).toMatchObject({ fields: empty, version: 0, isOn: false })
  const typed = { ...complete, iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeff xxx' }
  const saved = await therapist.api.business.save({ version: 0, fields: typed })
  expect(saved).toMatchObject({ fields: complete, version: 1, problems: [] })
  expect(await therapist.api.business.own({})).toEqual(saved)
  expect(await storedBy(therapist)).toMatchObject({ currency: 'EUR', language: 'en', taxProfile: 'de-exempt' })
  // Repeating the call changes nothing; a change that is based on older settings is refused with the current ones.
  expect(await therapist.api.business.save({ version: 0, fields: typed })).toEqual(saved)
  await expect(
    therapist.api.business.save({ version: 0, fields: { ...complete, name: 'Other' } }),
  ).rejects.toMatchObject({ code: 'CHANGED', data: saved })
  for (const part of [
    { iban: 'DE89370400440532013001' },
    { iban: 'DE8937040044053201300' },
    { bic: 'COBADE' },
    { country: 'IT' },
    { country: 'PT' },
    { country: 'XX' },
    { dueDays: 121 },
    { taxProfile: 'other-standard' as const },
    { country: 'US', routingNumber: '021000022' },
  ])
    await expect(
      therapist.api.business.save({ version: 1, fields: { ...complete, ...part } }),
      JSON.stringify(part),
    ).rejects.toMatchObject({ status: 400 })
})

test('payments can be switched on once nothing is missing, and the page is open while they are on and complete [2.17]', async () => {
  const { api } = await app.person('therapist', 2)
  expect(await api.business.access({})).toEqual({ open: false, reason: 'incomplete' })
  await api.business.save({ version: 0, fields: { ...complete, iban: '', city: '' } })
  await expect(api.business.setOn({ on: true })).rejects.toMatchObject({
    code: 'INCOMPLETE',
    data: { missing: ['city', 'payment'] },
  })
  await api.business.save({ version: 1, fields: complete })
  expect(await api.business.access({})).toEqual({ open: false, reason: 'off' })
  expect(await api.business.setOn({ on: true })).toMatchObject({ isOn: true, version: 2 })
  expect(await api.business.access({})).toEqual({ open: true, reason: null })
  await api.business.save({ version: 2, fields: { ...complete, name: ' ' } })
  expect(await api.business.access({})).toEqual({ open: false, reason: 'incomplete' })
  await api.business.setOn({ on: false })
  expect(await api.business.own({})).toMatchObject({ isOn: false })
  const client = await app.person('client', 1)
  expect(await client.api.business.access({})).toEqual({ open: false, reason: 'none-issued' })
})

test('invoices use only what applies in the country of the business', async () => {
  const therapist = await app.person('therapist', 3)
  const numbers = { routingNumber: '021000021', accountNumber: '12345678', npi: '1234567893', siret: '12345678901234' }
  await therapist.api.business.save({ version: 0, fields: { ...complete, ...numbers, country: 'US' } })
  expect(await storedBy(therapist)).toMatchObject({ ...numbers, siret: '', iban: '', vatId: '', currency: 'USD' })
  const own = await therapist.api.business.save({ version: 1, fields: { ...complete, ...numbers } })
  expect(own.fields).toMatchObject(numbers)
  expect(await storedBy(therapist)).toMatchObject({ iban: complete.iban, routingNumber: '', npi: '', siret: '' })
})

test('the first number counts for the year in which it was set', async () => {
  const therapist = await app.person('therapist', 4)
  const saved = await therapist.api.business.save({ version: 0, fields: { ...complete, firstNumber: 118 } })
  expect(saved.fields.firstNumber).toBe(118)
  const stored = await storedBy(therapist)
  expect(firstNumberIn(stored, saved.year)).toBe(118)
  expect(firstNumberIn(stored, saved.year + 1)).toBe(1)
  expect(firstNumberIn(null, saved.year)).toBe(1)
})

/** Issues an invoice of a therapist with the first number of the year, as the therapist's own database role. */
const issueFirst = (therapist: Person, clientId: string, year: number) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
    const id = randomUUID()
    await tx.run(
      'insert into app.invoice_series (therapist_id, year, first_number, last) values (app.actor_id(), $1, 118, 1)',
      [year],
    )
    await tx.run(
      `insert into app.invoice (id, therapist_id, client_id, language, currency) values ($1, app.actor_id(), $2, 'en', 'EUR')`,
      [id, clientId],
    )
    await tx.run(
      `insert into app.invoice_line (therapist_id, invoice_id, position, price_minor, tax_category, tax_rate_bp) values (app.actor_id(), $1, 1, 0, 'O', 0)`,
      [id],
    )
    await tx.run(
      `update app.invoice set status = 'issued', year = $2, number = 1, number_text = $3, issued_on = current_date,
         issued_at = now(), frozen = '{}', command = gen_random_uuid() where id = $1`,
      [id, year, `${year}-0118`],
    )
  })

test('the first number stays once the year has an invoice, and from then on the client keeps the page of payments [2.17] @slow', async () => {
  const [therapist, client] = await Promise.all([app.person('therapist', 7), app.person('client', 3)])
  const clientId = await connectClient(app, therapist, client)
  const saved = await therapist.api.business.save({ version: 0, fields: { ...complete, firstNumber: 118 } })
  await issueFirst(therapist, clientId, saved.year)
  expect(await therapist.api.business.own({})).toMatchObject({ numbersBegun: true, fields: { firstNumber: 118 } })
  await expect(
    therapist.api.business.save({ version: 1, fields: { ...complete, firstNumber: 200 } }),
  ).rejects.toMatchObject({ code: 'NUMBERS_BEGUN' })
  await therapist.api.business.save({ version: 1, fields: { ...complete, firstNumber: 118, phone: '+49 30 1' } })
  await therapist.api.connection.disconnect({ clientId, command: randomUUID() })
  expect(await client.api.business.access({})).toEqual({ open: true, reason: null })
})

const logoUrl = '/api/storage/business-logo'
const upload = (person: Person | null, bytes: Buffer, type = 'image/png') =>
  fetch(app.address + logoUrl, {
    method: 'POST',
    headers: {
      'content-type': type,
      origin: app.address,
      'x-attune-key': app.site.key(),
      ...(person && { cookie: person.cookies() }),
    },
    body: new Uint8Array(bytes),
  })

test('an uploaded logo is stored on white without metadata, and without an invoice only its therapist can read it @slow', async () => {
  const [therapist, other, client] = await Promise.all([
    app.person('therapist', 5),
    app.person('therapist', 6),
    app.person('client', 2),
  ])
  const picture = await sharp({ create: { width: 1200, height: 300, channels: 4, background: '#2f6b6200' } })
    .withExif({ IFD0: { Copyright: 'Nora' } })
    .png()
    .toBuffer()
  const answer = await upload(therapist, picture)
  expect(answer.status).toBe(200)
  const { logoSha } = (await answer.json()) as { logoSha: string }
  const read = (person: Person) =>
    fetch(`${app.address}${logoUrl}/${logoSha}`, { headers: { cookie: person.cookies() } })
  const shown = await read(therapist)
  expect(shown.headers.get('content-type')).toBe('image/png')
  const logo = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
  expect(logo).toMatchObject({ width: 900, height: 225, hasAlpha: false })
  expect(logo.exif).toBeUndefined()
  expect((await read(other)).status).toBe(404)
  expect((await read(client)).status).toBe(404)
  expect((await upload(client, picture)).status).toBe(403)
  expect((await upload(null, picture)).status).toBe(401)
  expect(
    (await upload(therapist, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')).status,
  ).toBe(415)
  expect((await upload(therapist, Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413)
  expect(await therapist.api.business.removeLogo({})).toMatchObject({ logoSha: null, version: 0 })
  // As a PNG, noise would be too large, so it becomes a JPEG.
  const noise = await sharp({
    create: {
      width: 900,
      height: 450,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  const loud = (await (await upload(therapist, noise)).json()) as { logoSha: string }
  const stored = await fetch(`${app.address}${logoUrl}/${loud.logoSha}`, { headers: { cookie: therapist.cookies() } })
  expect(stored.headers.get('content-type')).toBe('image/jpeg')
})
