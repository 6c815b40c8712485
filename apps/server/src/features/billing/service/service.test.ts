import type { Service } from '@attune/contract/features/billing/service/service'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { readServicesFor } from './service.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')

const content = {
  code: '870',
  text: 'Behavioral therapy',
  minutes: 50,
  priceMinor: '10055',
  currency: 'EUR',
  taxRateBp: null,
  defaultFormat: null,
  place: '',
}
type Content = { [Field in keyof typeof content]: Service[Field] }
const add = (more: Partial<Content> = {}, of = therapist) =>
  of.api.service.add({ id: randomUUID(), ...content, ...more })
const edit = ({ isArchived: _isArchived, ...saved }: Service, more: Partial<Content>) =>
  therapist.api.service.edit({ ...saved, ...more })
const all = async (of = therapist) => (await of.api.service.list({})).items
const addClient = async () => {
  const id = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id, invite: false })
  return id
}

test('a service is added, edited, archived and restored once, however often a call is repeated', async () => {
  const own = await app.person('therapist', 2)
  const id = randomUUID()
  const added = { id, ...content, priceMinor: '9999999999', taxRateBp: 1900, place: 'Practice' }
  const saved = await own.api.service.add(added)
  expect(saved).toEqual({ ...added, isArchived: false, version: 1 })
  expect(await own.api.service.add(added)).toEqual(saved)
  await expect(own.api.service.add({ ...added, text: 'Other' })).rejects.toMatchObject({ code: 'CONFLICT' })
  const change = { ...added, text: 'Follow-up', priceMinor: '0', minutes: null, version: 1 }
  expect(await own.api.service.edit(change)).toMatchObject({ text: 'Follow-up', priceMinor: '0', version: 2 })
  expect(await own.api.service.edit(change)).toMatchObject({ version: 2 })
  await expect(own.api.service.edit({ ...change, text: 'Late' })).rejects.toMatchObject({
    code: 'CHANGED',
    data: { service: { text: 'Follow-up', version: 2 } },
  })
  expect(await own.api.service.setArchived({ id, isArchived: true })).toMatchObject({ isArchived: true })
  expect(await all(own)).toMatchObject([{ id, isArchived: true }])
  expect(await own.api.service.setArchived({ id, isArchived: false })).toMatchObject({ isArchived: false, version: 2 })
})

test('a service without text, with a negative price, too high a rate or a currency with three digits is refused', async () => {
  const wrong: Partial<Content>[] = [
    { text: ' ' },
    { priceMinor: '-1' },
    { priceMinor: '10000000000' },
    { priceMinor: '1.5' },
    { taxRateBp: 5001 },
    { currency: 'KWD' },
    { minutes: 0 },
  ]
  for (const more of wrong) await expect(add(more), JSON.stringify(more)).rejects.toMatchObject({ status: 400 })
})

test('a format has one default service: the latest takes the place of the one before', async () => {
  const first = await add({ defaultFormat: 'phone' })
  const second = await add({ defaultFormat: 'phone' })
  const defaults = async () =>
    (await all()).filter(({ defaultFormat }) => defaultFormat === 'phone').map(({ id }) => id)
  expect(await defaults()).toEqual([second.id])
  await edit({ ...first, version: 2 }, { defaultFormat: 'phone' })
  expect(await defaults()).toEqual([first.id])
  await therapist.api.service.setArchived({ id: first.id, isArchived: true })
  const third = await add({ defaultFormat: 'phone' })
  await therapist.api.service.setArchived({ id: first.id, isArchived: false })
  expect(await defaults()).toEqual([third.id])
})

test('a price agreed with a client replaces the price of the service for this client until it is removed', async () => {
  const { id: serviceId } = await add({ defaultFormat: 'in-person' })
  const [clientId, otherId] = [await addClient(), await addClient()]
  const prices = async () => {
    const asked = [clientId, otherId].map((id) => ({ format: 'in-person', clientId: id }))
    const found = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
      readServicesFor(tx, [...asked, { format: 'video', clientId }]),
    )
    return found.map((service) => service?.priceMinor ?? null)
  }
  await therapist.api.service.savePrice({ clientId, serviceId, priceMinor: '7000' })
  await therapist.api.service.savePrice({ clientId, serviceId, priceMinor: '8000' })
  expect(await therapist.api.service.pricesOf({ clientId })).toEqual({ items: [{ serviceId, priceMinor: '8000' }] })
  expect(await prices()).toEqual(['8000', '10055', null])
  await therapist.api.service.savePrice({ clientId, serviceId, priceMinor: null })
  expect(await prices()).toEqual(['10055', '10055', null])
})

test('the service of a session type comes before that of the format unless it is archived', async () => {
  const usual = await add({ defaultFormat: 'phone' })
  const ofType = await add({ priceMinor: '15000' })
  const clientId = await addClient()
  const asked = [{ format: 'phone', clientId, serviceId: ofType.id }]
  const found = () => app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) => readServicesFor(tx, asked))
  expect((await found()).map((service) => service?.id)).toEqual([ofType.id])
  await therapist.api.service.setArchived({ id: ofType.id, isArchived: true })
  expect((await found()).map((service) => service?.id)).toEqual([usual.id])
})
