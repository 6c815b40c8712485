import type { ApiClient } from '../../apps/server/src/testing/browser.ts'

/**
 * Creates a client's safety plan and shares it with the therapist. Then opens the client record and the plan as the therapist, which adds
 * entries to the access log.
 */
export async function createDemoSafetyPlan(
  client: ApiClient,
  therapist: ApiClient,
  ids: { therapistId: string; clientId: string },
) {
  await client.safety.save({
    version: 0,
    warningSigns: ['I stop answering messages.', 'I lie awake until four and go over the day again and again.'],
    whatHelps: ['A walk along the river, without the phone.', "Cooking my grandmother's soup.", 'Music, loud.'],
    people: [
      { name: 'Ines (sister)', phone: '+49 30 1234567' },
      { name: 'Jonas', phone: '+49 151 7654321' },
    ],
    professionals: [{ name: 'Dr. Weber, family doctor', phone: '+49 30 9876543' }],
    country: null,
  })
  await client.safety.share({ therapistId: ids.therapistId, shared: true, turn: 1 })
  await therapist.client.get({ id: ids.clientId })
  await therapist.safety.planOf({ clientId: ids.clientId })
}
