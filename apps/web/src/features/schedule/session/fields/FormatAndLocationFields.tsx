import { isFilled, isHttpsLink } from '@attune/contract/common/text/text'
import { textLengths } from '@attune/contract/common/text/lengths'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { api } from '../../../../platform/api/api.ts'
import { FormatField } from './FormatField.tsx'

export type FormatAndLocation = { format: Session['format']; location: string; link: string }
export const formatAndLocationOf = ({ format, location, videoUrl }: Session): FormatAndLocation => ({
  format,
  location,
  link: videoUrl ?? '',
})
export const isVideoLink = (link: string) => !isFilled(link) || isHttpsLink(link)
/** Returns the link to send. Returns null if the format is not video or no link was entered. */
const videoUrlOf = ({ format, link }: FormatAndLocation) => (format === 'video' && isFilled(link) ? link : null)

type EditInput = Parameters<typeof api.session.edit>[0]
/** Returns all fields that an edit of a session or series sends. */
export const editedFieldsOf = (
  facts: FormatAndLocation,
): Required<Omit<EditInput, 'id' | 'command' | 'revision' | 'callInAttune'>> => ({
  format: facts.format,
  location: facts.location,
  videoUrl: videoUrlOf(facts),
})

type Props = { facts: FormatAndLocation; onChange: (part: Partial<FormatAndLocation>) => void; wrongLink: boolean }

/** Renders the fields for the format, the video link and the location of a session. */
export function FormatAndLocationFields({ facts, onChange, wrongLink }: Props) {
  const { t } = useTranslation('sessionDialog')
  return (
    <>
      <FormatField value={facts.format} onChange={(format) => onChange({ format })} />
      {facts.format === 'video' && (
        <TextInput
          type="url"
          label={t('editing.link')}
          description={t('editing.linkHint')}
          placeholder="https://"
          maxLength={textLengths.videoUrl}
          value={facts.link}
          error={wrongLink && t('editing.linkWrong')}
          onChange={(event) => onChange({ link: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={t(`editing.location.${facts.format}`)}
        maxLength={textLengths.location}
        value={facts.location}
        onChange={(event) => onChange({ location: event.currentTarget.value })}
      />
    </>
  )
}
