import { leftOut, entriesOf, type FieldList } from '@attune/contract/common/fields'
import type { Client } from '@attune/contract/features/people/client/client'
import type { ClientField } from '@attune/contract/features/people/client/client.fields'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { languageNames } from '../../../../platform/settings/language.ts'
import { dateText } from '../../../../ui/page/date-text.ts'
import type texts from '../../../../locales/client/en.json'
import { BreakableEmail } from '../../../../ui/page/row/BreakableEmail.tsx'
import { phoneLink } from '../../../../ui/base/phone-link.tsx'

type Detail = {
  /** `contact` is the card with contact details; `name` is the space beside the client's name in the heading. */
  place: 'contact' | 'name'
  label: `profile.${keyof (typeof texts)['profile'] & string}` | `form.${keyof (typeof texts)['form'] & string}`
  show: (client: Client, language: string) => ReactNode
  /** Whether a detail without a value is hidden. Otherwise the card says that the value is missing. */
  isHiddenWithoutValue?: true
}

const inHeading = leftOut('the heading of the page is the name')
const inEmergencyCard = leftOut('EmergencySection shows the emergency contact')

/** Place, label and content of each field of the record, in the order of the page. */
const details: FieldList<ClientField, Detail> = {
  firstName: inHeading,
  lastName: inHeading,
  pronouns: { place: 'name', label: 'form.pronouns', show: ({ pronouns }) => pronouns, isHiddenWithoutValue: true },
  email: {
    place: 'contact',
    label: 'profile.email',
    show: ({ email }) =>
      email && (
        <Anchor inherit href={`mailto:${email}`}>
          <BreakableEmail email={email} />
        </Anchor>
      ),
  },
  phone: { place: 'contact', label: 'profile.phone', show: ({ phone }) => phone && phoneLink(phone) },
  dateOfBirth: {
    place: 'contact',
    label: 'profile.born',
    show: ({ dateOfBirth }, language) => dateOfBirth && dateText(dateOfBirth, language),
  },
  address: { place: 'contact', label: 'profile.address', show: ({ address }) => address },
  language: { place: 'contact', label: 'profile.language', show: ({ language }) => languageNames[language] },
  code: { place: 'contact', label: 'form.code', show: ({ code }) => code, isHiddenWithoutValue: true },
  emergencyName: inEmergencyCard,
  emergencyPhone: inEmergencyCard,
  emergencyRelationship: inEmergencyCard,
  notes: leftOut('ClientNoteCard shows the note about the client'),
  contacts: leftOut('ContactsCard shows the contacts'),
}

/** Returns the details of one place. Omits the details that are hidden because they have no value. */
export const detailsOf = (client: Client, place: Detail['place'], language: string) =>
  entriesOf(details)
    .filter(([, detail]) => detail.place === place)
    .map(([field, { label, show, isHiddenWithoutValue }]) => ({
      field,
      label,
      value: show(client, language),
      isHidden: isHiddenWithoutValue && !client[field],
    }))
    .filter(({ isHidden }) => !isHidden)
