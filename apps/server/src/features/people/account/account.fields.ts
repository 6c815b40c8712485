import type { contract } from '@attune/contract'
import { entriesOf, leftOut, type FieldList } from '@attune/contract/common/fields'
import type { TherapistProfile } from '@attune/contract/features/people/account/account'
import type { InferContractRouterInputs } from '@orpc/contract'
import type { Updateable } from 'kysely'
import type { DB } from '../../../platform/database/types.ts'

type ProfileField = keyof TherapistProfile
type ProfileColumn = 'specialization' | 'credentials' | 'bio' | 'about_me'

/** Maps each field of a therapist's profile to its column. */
const therapistProfileColumns: FieldList<ProfileField, ProfileColumn & keyof DB['therapist_profile']> = {
  specialization: 'specialization',
  credentials: 'credentials',
  bio: 'bio',
  aboutMe: 'about_me',
}

export const therapistProfileFields = entriesOf(therapistProfileColumns)

type Inputs = InferContractRouterInputs<typeof contract.account>
/** A field that people enter about themselves. */
type OwnField = keyof Inputs['onboard'] | keyof Inputs['saveNames'] | keyof Inputs['saveSettings']
type OwnColumn = 'first_name' | 'last_name' | 'language' | 'theme' | 'zone' | 'enter_key'

/** Maps each field that people enter about themselves to its column in the table `profile`. */
const ownColumns: FieldList<OwnField, OwnColumn & keyof DB['profile']> = {
  firstName: 'first_name',
  lastName: 'last_name',
  language: 'language',
  theme: 'theme',
  zone: 'zone',
  enterKey: 'enter_key',
  role: leftOut('a role is granted, or requested by a row of its own'),
  inviteCode: leftOut('the invite code connects the account with a therapist'),
  agreedVersionId: leftOut('the agreement is a row of its own'),
}
const ownFields = entriesOf(ownColumns)

/** Maps entered fields to the columns of the table `profile`. Omits the column of a field that is undefined. */
export const profileValues = (entered: { [Name in OwnField]?: unknown }) =>
  Object.fromEntries(
    ownFields.flatMap(([field, column]) => (entered[field] === undefined ? [] : [[column, entered[field]]])),
  ) as Pick<Updateable<DB['profile']>, OwnColumn>
