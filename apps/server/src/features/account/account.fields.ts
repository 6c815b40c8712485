import type { contract } from '@attune/contract'
import { entriesOf, leftOut, type FieldList } from '@attune/contract/common/fields'
import type { TherapistProfile } from '@attune/contract/features/account'
import type { InferContractRouterInputs } from '@orpc/contract'
import type { Updateable } from 'kysely'
import type { DB } from '../../platform/database/types.ts'

type ProfileField = keyof TherapistProfile
type ProfileColumn = 'specialization' | 'credentials' | 'bio' | 'about_me'

/** The column of each field of a therapist's profile. */
const therapistProfileColumns: FieldList<ProfileField, ProfileColumn & keyof DB['therapist_profile']> = {
  specialization: 'specialization',
  credentials: 'credentials',
  bio: 'bio',
  aboutMe: 'about_me',
}

export const therapistProfileFields = entriesOf(therapistProfileColumns)

type Inputs = InferContractRouterInputs<typeof contract.account>
/** A field that a person enters about themselves. */
type OwnField = keyof Inputs['onboard'] | keyof Inputs['saveNames'] | keyof Inputs['saveSettings']
type OwnColumn = 'first_name' | 'last_name' | 'language' | 'theme' | 'zone'

/** The column of each field that a person enters about themselves. */
const ownColumns: FieldList<OwnField, OwnColumn & keyof DB['profile']> = {
  firstName: 'first_name',
  lastName: 'last_name',
  language: 'language',
  theme: 'theme',
  zone: 'zone',
  role: leftOut('a role is granted, or requested by a row of its own'),
  inviteCode: leftOut('the invite code connects the account with a therapist'),
}
const ownFields = entriesOf(ownColumns)

/** The values of entered fields for the table `profile`. A field that is omitted has no value. */
export const profileValues = (entered: { [Name in OwnField]?: unknown }) =>
  Object.fromEntries(
    ownFields.flatMap(([field, column]) => (entered[field] === undefined ? [] : [[column, entered[field]]])),
  ) as Pick<Updateable<DB['profile']>, OwnColumn>
