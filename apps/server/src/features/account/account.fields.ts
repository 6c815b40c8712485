import { entriesOf, type FieldList } from '@attune/contract/common/fields'
import type { TherapistProfile } from '@attune/contract/features/account'
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
