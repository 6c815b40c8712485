import { isFilled, isHttpsLink } from '@attune/contract/common/text/text'
import { textLengths } from '@attune/contract/common/text/lengths'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { api } from '../../../../platform/api/api.ts'
import { CallPlaceField, isInAttune } from './CallPlaceField.tsx'
import { FormatField } from './FormatField.tsx'
import type { PickedClient } from './use-client-search.ts'
import { useOwnTerms } from './use-own-terms.ts'

export type FormatAndLocation = {
  format: Session['format']
  location: string
  link: string
  /** Whether the call is in Attune. Absent in drafts of earlier versions. */
  callInAttune?: boolean
}
export const formatAndLocationOf = ({ format, location, videoUrl, callInAttune }: Session): FormatAndLocation => ({
  format,
  location,
  link: videoUrl ?? '',
  callInAttune,
})
/**
 * Returns whether the link can be saved: it is empty or an https link, or the session needs no link, because its format is not video or its call is
 * in Attune.
 */
export const isVideoLink = ({ format, link, callInAttune }: FormatAndLocation) =>
  format !== 'video' || callInAttune || !isFilled(link) || isHttpsLink(link)

type EditInput = Parameters<typeof api.session.edit>[0]
/**
 * Returns all fields that an edit of a session or series sends. The link is null for another format, for a call in Attune, and if none was entered.
 */
export function editedFieldsOf(facts: FormatAndLocation): Required<Omit<EditInput, 'id' | 'command' | 'revision'>> {
  const { format, location, link } = facts
  const callInAttune = format === 'video' && (facts.callInAttune ?? false)
  return {
    format,
    location,
    videoUrl: format === 'video' && !callInAttune && isFilled(link) ? link : null,
    callInAttune,
  }
}

/** The clients who take part in a session. */
export const clientsOf = ({ participants }: Session): PickedClient[] =>
  participants
    .filter(({ answer }) => answer !== 'declined')
    .map(({ clientId, firstName, lastName }) => ({ id: clientId, name: `${firstName} ${lastName}`.trim() }))

type Props = {
  facts: FormatAndLocation
  /** The clients who take part. */
  clients: readonly PickedClient[]
  onChange: (part: Partial<FormatAndLocation>) => void
  wrongLink: boolean
}

/** Renders the fields for the format, the place of a video call and the location of a session. */
export function FormatAndLocationFields({ facts, clients, onChange, wrongLink }: Props) {
  const { t } = useTranslation('sessionDialog')
  const terms = useOwnTerms()
  const { format, link, location, callInAttune = false } = facts
  const changeFormat = (next: FormatAndLocation['format']) => {
    const becomesVideo = next === 'video' && !callInAttune && !isFilled(link)
    const byDefault = isInAttune(undefined, clients.length, terms.data?.callsInAttune)
    onChange({ format: next, ...(becomesVideo && { callInAttune: byDefault }) })
  }
  return (
    <>
      <FormatField value={format} onChange={changeFormat} />
      {format === 'video' && (
        <CallPlaceField
          value={callInAttune}
          clients={clients}
          onChange={(place) => onChange({ callInAttune: place })}
        />
      )}
      {format === 'video' && !callInAttune && (
        <TextInput
          type="url"
          label={t('editing.link')}
          description={t('editing.linkHint')}
          placeholder="https://"
          maxLength={textLengths.videoUrl}
          value={link}
          error={wrongLink && t('editing.linkWrong')}
          onChange={(event) => onChange({ link: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={t(`editing.location.${format}`)}
        maxLength={textLengths.location}
        value={location}
        onChange={(event) => onChange({ location: event.currentTarget.value })}
      />
    </>
  )
}
