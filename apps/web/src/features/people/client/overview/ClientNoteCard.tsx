import type { Client } from '@attune/contract/features/people/client/client'
import { isFilled } from '@attune/contract/common/text/text'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { LazyStoredNote } from '../../../care/note/note.ts'
import { OnlyYou } from './OverviewCards.tsx'

type Props = { client: Pick<Client, 'id' | 'firstName' | 'notes' | 'notesContent'> }

/** Shows the therapist's note about the client, with a link to its editor on the notes tab. */
export function ClientNoteCard({ client: { id, firstName, notes, notesContent } }: Props) {
  const { t } = useTranslation(['client', 'common'])
  const title = t('profile.about', { name: firstName })
  const act = t(isFilled(notes) ? 'profile.edit' : 'profile.aboutWrite')
  const edit = (
    <TextLink
      to="/dashboard/therapist/clients/$clientId/client-profile"
      params={{ clientId: id }}
      search={{ tab: 'notes', note: 'client' }}
      aria-label={t('common:labelled', { label: act, text: title })}
    >
      {act}
    </TextLink>
  )
  return (
    <Section title={title} hint={<OnlyYou />} action={edit}>
      {isFilled(notes) ? (
        <LazyStoredNote text={notes} content={notesContent} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('profile.aboutEmpty')}
        </Text>
      )}
    </Section>
  )
}
