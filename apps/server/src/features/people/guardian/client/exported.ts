import { OwnGuardian } from '@attune/contract/features/people/guardian/guardian.client'
import { definePart } from '../../../../platform/personal-export/exported-part.ts'
import { labelledFacts, exportedMoment } from '../../../../platform/personal-export/facts.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { listOwnGuardians } from './guardian.client.ts'

/** The guardians who act for a client, as far as the client may know of them. */
export const guardianExport = definePart({
  name: 'guardians',
  roles: ['client'],
  schema: OwnGuardian,
  async *pages({ db }, person) {
    const { actor, language, now } = person
    const guardians = await db.asActor(actor, (tx) => listOwnGuardians(tx, now))
    yield guardians.map((guardian) => ({
      data: guardian,
      title: guardian.name,
      at: guardian.since,
      text: guardian.relationship,
      facts: labelledFacts(language, {
        therapist: guardian.therapistName,
        since: exportedMoment(person, guardian.since),
        rights: guardian.rights.map((right) => translate(language, `personalExport.right.${right}`)),
      }),
    }))
  },
})
