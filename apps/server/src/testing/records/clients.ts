import type { Person } from '../people.ts'

/** A new client record with only first and last name. */
export const minimalClient = {
  firstName: 'Ana',
  lastName: 'Moreau',
  email: null as string | null,
  phone: '',
  dateOfBirth: null as string | null,
  address: '',
  emergencyName: '',
  emergencyPhone: '',
  emergencyRelationship: '',
  language: 'en' as 'en' | 'es' | 'fr' | 'de',
}

type Edit = Partial<Omit<Parameters<Person['api']['client']['edit']>[0], 'id' | 'version'>>

/** Edits the current version of a record; fields that are not given keep their value. */
export async function editClientRecord(therapist: Pick<Person, 'api'>, id: string, changes: Edit) {
  const { version, ...known } = await therapist.api.client.get({ id })
  const names = Object.keys(minimalClient) as (keyof typeof minimalClient)[]
  const facts = Object.fromEntries(names.map((name) => [name, known[name]])) as typeof minimalClient
  return therapist.api.client.edit({ id, version, ...facts, ...changes })
}
