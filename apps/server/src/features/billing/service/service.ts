import type { ClientId, ServiceId } from '@attune/contract/common/ids'
import type {
  AgreedPrice,
  EditedService,
  NewService,
  PriceChange,
  Service,
} from '@attune/contract/features/billing/service/service'
import { serviceLimit } from '@attune/contract/features/billing/service/service.rules'
import { sql, type RawBuilder } from 'kysely'
import { saveVersioned } from '../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, createRefusal, limitReached, notFound } from '../../../platform/policy/refusal.ts'

/** Returns the acting therapist's services, archived ones included, sorted by code and text. */
export async function listServices(tx: Tx): Promise<Service[]> {
  const { rows } = await selectServices(sql`true`).execute(tx.kysely)
  return rows
}

const selectServices = (condition: RawBuilder<unknown>) => sql<Service>`
  select id, code, text, minutes, price_minor::text as "priceMinor", currency, tax_rate_bp as "taxRateBp",
    default_format as "defaultFormat", place, archived_at is not null as "isArchived", version
  from app.service where ${condition} order by code, lower(text), id`

/** Returns one service of the acting therapist. Refuses with NOT_FOUND. */
async function readService(tx: Tx, id: ServiceId): Promise<Service> {
  const { rows } = await selectServices(sql`id = ${id} and therapist_id = ${tx.actor.id}`).execute(tx.kysely)
  const [found] = rows
  if (!found) throw notFound()
  return found
}

/**
 * Adds a service. Repeating a call with the same id and content changes nothing. Refuses with CONFLICT for the same id with other content,
 * and with LIMIT_REACHED if the therapist already has the maximum number of services.
 */
export async function addService(tx: Tx, added: NewService): Promise<Service> {
  const known = await listServices(tx)
  const before = known.find(({ id }) => id === added.id)
  if (before) {
    if (!hasContent(before, added)) throw conflict()
    return before
  }
  if (known.length >= serviceLimit) throw limitReached(serviceLimit)
  await endDefaultOf(tx, added)
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('service')
    .values({ id: added.id, therapist_id: tx.actor.id, ...columnsOf(added) })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw conflict()
  return readService(tx, added.id)
}

/**
 * Saves an edit that is based on the current version. Repeating the same call changes nothing. Refuses with NOT_FOUND, and with CHANGED and
 * the current service.
 */
export async function editService(tx: Tx, edited: EditedService): Promise<Service> {
  await tx.kysely.selectFrom('service').select('id').where('id', '=', edited.id).forUpdate().execute()
  const before = await readService(tx, edited.id)
  const { version, ...content } = edited
  const versioned = {
    stored: before,
    base: version,
    isSame: () => hasContent(before, content),
    repeat: 'next',
    current: () => before,
    changed: () => createRefusal('CHANGED', 409, { service: before }),
  } as const
  return saveVersioned(versioned, async () => {
    if (!before.isArchived) await endDefaultOf(tx, edited)
    await tx.kysely
      .updateTable('service')
      .set({ ...columnsOf(edited), version: before.version + 1 })
      .where('id', '=', edited.id)
      .execute()
    return readService(tx, edited.id)
  })
}

/**
 * Archives or restores a service. A restored service is the default of its format again, unless another service is. Repeating the call changes
 * nothing. Refuses with NOT_FOUND.
 */
export async function setServiceArchived(tx: Tx, id: ServiceId, isArchived: boolean, now: Date): Promise<Service> {
  const { isArchived: wasArchived } = await readService(tx, id)
  if (wasArchived !== isArchived)
    await sql`
      update app.service s set archived_at = ${isArchived ? now : null},
        default_format = case when not exists (select from app.service o where o.therapist_id = s.therapist_id and o.id <> s.id
          and o.default_format = s.default_format and o.archived_at is null) then s.default_format end
      where s.id = ${id} and s.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  return readService(tx, id)
}

/** Makes any other service no longer the default of the format of `next`. */
async function endDefaultOf(tx: Tx, next: Pick<NewService, 'id' | 'defaultFormat'>): Promise<void> {
  if (next.defaultFormat === null) return
  await tx.kysely
    .updateTable('service')
    .set((eb) => ({ default_format: null, version: eb('version', '+', 1) }))
    .where('therapist_id', '=', tx.actor.id)
    .where('default_format', '=', next.defaultFormat)
    .where('archived_at', 'is', null)
    .where('id', '!=', next.id)
    .execute()
}

const columnsOf = (content: Omit<NewService, 'id'>) => ({
  code: content.code,
  text: content.text,
  minutes: content.minutes,
  price_minor: minorSql(content.priceMinor),
  currency: content.currency,
  tax_rate_bp: content.taxRateBp,
  default_format: content.defaultFormat,
  place: content.place,
})

/** SQL for an amount. A JavaScript number would not be exact. */
const minorSql = (minor: string) => sql<number>`${minor}::bigint`

const hasContent = (saved: Service, content: NewService) =>
  (Object.keys(content) as (keyof NewService)[]).every((field) => saved[field] === content[field])

/** Returns the prices that the acting therapist has agreed with a client. Refuses with NOT_FOUND. */
export async function listAgreedPrices(tx: Tx, clientId: ClientId): Promise<AgreedPrice[]> {
  await requireClient(tx, clientId)
  const { rows } = await sql<AgreedPrice>`
    select service_id as "serviceId", price_minor::text as "priceMinor" from app.service_price
    where therapist_id = ${tx.actor.id} and client_id = ${clientId} order by service_id`.execute(tx.kysely)
  return rows
}

/** Saves a client's special price for a service, or removes it if the price is null. Repeating the call changes nothing. Refuses with NOT_FOUND. */
export async function saveAgreedPrice(tx: Tx, { clientId, serviceId, priceMinor }: PriceChange): Promise<void> {
  await requireClient(tx, clientId)
  await readService(tx, serviceId)
  const key = { therapist_id: tx.actor.id, service_id: serviceId, client_id: clientId }
  if (priceMinor === null)
    await tx.kysely
      .deleteFrom('service_price')
      .where('therapist_id', '=', key.therapist_id)
      .where('service_id', '=', serviceId)
      .where('client_id', '=', clientId)
      .execute()
  else
    await tx.kysely
      .insertInto('service_price')
      .values({ ...key, price_minor: minorSql(priceMinor) })
      .onConflict((on) =>
        on.columns(['therapist_id', 'service_id', 'client_id']).doUpdateSet({ price_minor: minorSql(priceMinor) }),
      )
      .execute()
}

async function requireClient(tx: Tx, clientId: ClientId): Promise<void> {
  const own = await tx.kysely
    .selectFrom('client_name')
    .select('id')
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', clientId)
    .executeTakeFirst()
  if (!own) throw notFound()
}

/** Adds the agreed prices of the client `from` to the client `into`, except for services for which `into` has one. */
export async function copyAgreedPrices(tx: Tx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    insert into app.service_price (therapist_id, service_id, client_id, price_minor)
    select therapist_id, service_id, ${into}, price_minor from app.service_price
    where therapist_id = ${tx.actor.id} and client_id = ${from}
    on conflict (therapist_id, service_id, client_id) do nothing`.execute(tx.kysely)
}

/**
 * Returns the service for each session and client, in the order of `asked`: that of the session's type (`serviceId`), or else the default of its
 * format, or else null. Ignores archived services. The price is the one agreed with the client, or else that of the service.
 */
export async function readServicesFor(
  tx: Tx,
  asked: readonly { format: string; clientId: ClientId; serviceId?: ServiceId | null }[],
): Promise<(Service | null)[]> {
  const offered = (await listServices(tx)).filter(({ isArchived }) => !isArchived)
  const clientIds = [...new Set(asked.map(({ clientId }) => clientId))]
  const { rows } = await sql<AgreedPrice & { clientId: ClientId }>`
    select client_id as "clientId", service_id as "serviceId", price_minor::text as "priceMinor" from app.service_price
    where therapist_id = ${tx.actor.id} and client_id = any (${clientIds}::uuid[])`.execute(tx.kysely)
  const agreed = new Map(rows.map((row) => [`${row.clientId} ${row.serviceId}`, row.priceMinor]))
  return asked.map(({ format, clientId, serviceId }) => {
    const found =
      offered.find(({ id }) => id === serviceId) ?? offered.find(({ defaultFormat }) => defaultFormat === format)
    return found ? { ...found, priceMinor: agreed.get(`${clientId} ${found.id}`) ?? found.priceMinor } : null
  })
}

/** Refuses with NOT_FOUND for a service that the acting therapist does not have. Accepts null. */
export async function requireService(tx: Tx, id: ServiceId | null): Promise<void> {
  if (id === null) return
  const found = await tx.kysely
    .selectFrom('service')
    .select('id')
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound()
}
