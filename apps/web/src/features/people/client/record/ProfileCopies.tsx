import type { ClientId } from '@attune/contract/common/ids'
import type { RecordCopy } from '@attune/contract/features/care/record-copy/record-copy'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../../platform/settings/language.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText } from '../../../../ui/page/date-text.ts'
import { DefinitionList } from '../../../../ui/page/Section.tsx'
import { CopyCard, useProfileCopies } from '../../../care/record-copy/record-copy.ts'

/** Shows the copies of the details of a client that were brought back from a backup. */
export function ProfileCopies({ clientId }: { clientId: ClientId }) {
  return useProfileCopies(clientId).map((copy) => (
    <CopyCard key={copy.id} copy={copy}>
      <CopiedDetails of={copy.copied} />
    </CopyCard>
  ))
}

/** Lists the details that had a value in the copy. */
function CopiedDetails({ of }: { of: RecordCopy<'profile'>['copied'] }) {
  const { t } = useTranslation(['client', 'record'])
  const { language } = useLocale()
  const contactText = (...parts: string[]) => parts.filter(Boolean).join(', ')
  const details: [string, string][] = [
    [t('list.name'), `${of.firstName} ${of.lastName}`],
    [t('form.pronouns'), of.pronouns],
    [t('profile.email'), of.email ?? ''],
    [t('profile.phone'), of.phone],
    [t('profile.born'), of.dateOfBirth ? dateText(of.dateOfBirth, language) : ''],
    [t('profile.address'), of.address],
    [t('profile.language'), languageNames[of.language]],
    [t('form.code'), of.code],
    [t('profile.emergency'), contactText(of.emergencyName, of.emergencyRelationship, of.emergencyPhone)],
    [
      t('record:contacts.title'),
      of.contacts.map((one) => contactText(one.name, one.relationship, one.phone, one.email ?? '')).join('; '),
    ],
  ]
  return <DefinitionList of={details.filter(([, value]) => value !== '')} />
}
