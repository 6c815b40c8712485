import { textLengths } from '@attune/contract/common/text/lengths'
import { durationPresets, longestSessionMinutes } from '@attune/contract/common/constants'
import { maxCallClients } from '@attune/contract/features/schedule/call/call.rules'
import { Group, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Section } from '../../../ui/page/Section.tsx'
import { CallTermsFields } from './CallTermsFields.tsx'
import type { TermsProblems, TermsDraft } from './terms-draft.ts'
import classes from './terms.module.css'

type Props = { draft: TermsDraft; problems: TermsProblems; onChange: (part: Partial<TermsDraft>) => void }

/** Edits the defaults of a new session: duration, location, place of a video call and video link, and the settings of calls in Attune. */
export function SessionDefaults({ draft, problems, onChange }: Props) {
  const { t } = useTranslation('terms')
  return (
    <Section title={t('defaults.title')} hint={t('defaults.hint')}>
      <Stack gap="md">
        <DurationField draft={draft} problems={problems} onChange={onChange} />
        <TextInput
          label={t('defaults.location')}
          description={t('defaults.locationHint')}
          maxLength={textLengths.location}
          value={draft.location}
          onChange={(event) => onChange({ location: event.currentTarget.value })}
        />
        <CallPlaceDefault draft={draft} onChange={onChange} />
        <div>
          <TextInput
            label={t('defaults.video')}
            description={
              <Trans t={t} i18nKey="defaults.videoHint" values={{ room: '{room}' }} components={{ code: <code /> }} />
            }
            placeholder="https://meet.example.org/{room}"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={textLengths.videoLink}
            value={draft.videoLink}
            error={problems.videoLink && t(`problem.${problems.videoLink}`)}
            onChange={(event) => onChange({ videoLink: event.currentTarget.value })}
          />
          {draft.videoLink.trim() !== '' && <Room link={draft.videoLink.trim()} />}
        </div>
        <CallTermsFields draft={draft} onChange={onChange} />
      </Stack>
    </Section>
  )
}

/** Renders the choice of where a new video session takes place: in Attune or behind the therapist's own link. */
function CallPlaceDefault({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const { t } = useTranslation('terms')
  const [labelId, hintId] = [useId(), useId()]
  return (
    <div>
      <Text component="div" size="sm" fw={550} mb={4} id={labelId}>
        {t('defaults.calls')}
      </Text>
      <SegmentedControl
        aria-labelledby={labelId}
        aria-describedby={hintId}
        value={draft.callsInAttune ? 'inAttune' : 'link'}
        onChange={(place) => onChange({ callsInAttune: place === 'inAttune' })}
        data={[
          { value: 'inAttune', label: t('defaults.callsInAttune') },
          { value: 'link', label: t('defaults.callsByLink') },
        ]}
      />
      <Text size="sm" c="dimmed" mt={4} id={hintId}>
        {t('defaults.callsHint', { most: maxCallClients })}
      </Text>
    </div>
  )
}

/** Renders the input for the usual duration: a choice of common durations, or any number of minutes. */
function DurationField({ draft, problems, onChange }: Props) {
  const { t } = useTranslation('terms')
  const labelId = useId()
  const minutes = draft.durationMinutes
  const [custom, setCustom] = useState(!durationPresets.some((preset) => preset === minutes))
  return (
    <div>
      <Text component="div" size="sm" fw={550} mb={4} id={labelId}>
        {t('defaults.duration')}
      </Text>
      <Group gap="sm" align="flex-start">
        <SegmentedControl
          aria-labelledby={labelId}
          value={custom ? 'custom' : String(minutes)}
          onChange={(choice) => {
            setCustom(choice === 'custom')
            if (choice !== 'custom') onChange({ durationMinutes: Number(choice) })
          }}
          data={[
            ...durationPresets.map((preset) => ({ value: String(preset), label: String(preset) })),
            { value: 'custom', label: t('defaults.other') },
          ]}
        />
        {custom && (
          <NumberInput
            aria-label={t('defaults.duration')}
            suffix={` ${t('defaults.minutes')}`}
            w={120}
            min={1}
            max={longestSessionMinutes}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            value={minutes ?? ''}
            error={problems.durationMinutes && t(`problem.${problems.durationMinutes}`)}
            onChange={(value) => onChange({ durationMinutes: typeof value === 'number' ? value : null })}
          />
        )}
      </Group>
    </div>
  )
}

/** Explains whether each session gets its own video room or all sessions use the same room. */
function Room({ link }: { link: string }) {
  const { t } = useTranslation('terms')
  const own = link.includes('{room}')
  return (
    <p className={classes.room} aria-live="polite">
      {own ? t('defaults.ownRoom') : t('defaults.oneRoom')}{' '}
      {own && <span className={classes.link}>{link.replaceAll('{room}', 'k7w2mq5xr4…')}</span>}
    </p>
  )
}
