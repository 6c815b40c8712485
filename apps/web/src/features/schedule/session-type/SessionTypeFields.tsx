import { textLengths } from '@attune/contract/common/text/lengths'
import {
  bookingModes,
  sessionTypeColors,
  sessionTypeNameLength,
} from '@attune/contract/features/schedule/session-type/session-type.rules'
import { sessionFormats } from '@attune/contract/features/schedule/session/session.rules'
import { NativeSelect, Radio, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import classes from './session-type.module.css'
import { SessionTypeLabel } from './SessionTypeLabel.tsx'
import type { SessionTypeDraft, SessionTypeProblem } from './session-type-draft.ts'

type Props = {
  draft: SessionTypeDraft
  problems: readonly SessionTypeProblem[]
  onChange: (part: Partial<SessionTypeDraft>) => void
}

const belowInput: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** Renders the fields for the name, the duration and the color. */
export function MainFields({ draft, problems, onChange }: Props) {
  const { t } = useTranslation('sessionType')
  return (
    <>
      <TextInput
        data-autofocus
        label={t('field.name')}
        placeholder={t('field.nameExample')}
        maxLength={sessionTypeNameLength}
        value={draft.name}
        error={problems.includes('name') && t('problem.name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('field.duration')}
        inputMode="numeric"
        maxLength={4}
        value={draft.durationMinutes}
        error={problems.includes('durationMinutes') && t('problem.duration')}
        onChange={(event) => onChange({ durationMinutes: event.currentTarget.value })}
      />
      <Radio.Group label={t('field.color')} value={draft.color}>
        <div className={classes.colors}>
          {sessionTypeColors.map((color) => (
            <Radio
              key={color}
              value={color}
              label={<SessionTypeLabel type={{ id: '', name: t(`color.${color}`), color }} />}
              onChange={() => onChange({ color })}
            />
          ))}
        </div>
      </Radio.Group>
    </>
  )
}

/** Renders the fields for the format, the location and the service. */
export function PlaceFields({ draft, onChange }: Props) {
  const { t } = useTranslation(['sessionType', 'session'])
  const services = useQuery(orpc.service.list.queryOptions({ input: {} })).data?.items ?? []
  const offered = services.filter(({ id, isArchived }) => !isArchived || id === draft.serviceId)
  return (
    <>
      <div className={classes.fields}>
        <NativeSelect
          label={t('field.format')}
          value={draft.format}
          data={sessionFormats.map((value) => ({ value, label: t(`session:format.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ format: sessionFormats.find((one) => one === value) ?? draft.format })
          }
        />
        {draft.format === 'in-person' && (
          <TextInput
            label={t('field.location')}
            description={t('field.locationHint')}
            inputWrapperOrder={belowInput}
            maxLength={textLengths.location}
            value={draft.location}
            onChange={(event) => onChange({ location: event.currentTarget.value })}
          />
        )}
      </div>
      {offered.length > 0 && (
        <NativeSelect
          label={t('field.service')}
          description={t('field.serviceHint')}
          inputWrapperOrder={belowInput}
          value={draft.serviceId ?? ''}
          data={[
            { value: '', label: t('field.serviceOfFormat') },
            ...offered.map(({ id, code, text }) => ({ value: id, label: [code, text].filter(Boolean).join(' · ') })),
          ]}
          onChange={(event) => onChange({ serviceId: event.currentTarget.value || null })}
        />
      )}
    </>
  )
}

/** Lets the therapist choose whether new clients, and whether existing clients, can book the session type, request it or neither. */
export function BookingFields({ draft, onChange }: Props) {
  const { t } = useTranslation('sessionType')
  const data = bookingModes.map((value) => ({ value, label: t(`mode.${value}`) }))
  const modeOf = (value: string) => bookingModes.find((one) => one === value) ?? 'none'
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('who.title')}</legend>
      <div className={classes.fields}>
        <NativeSelect
          label={t('who.new')}
          description={t(draft.newClients === 'book' ? 'who.newBookHint' : 'who.newHint')}
          inputWrapperOrder={belowInput}
          value={draft.newClients}
          data={data}
          onChange={(event) => onChange({ newClients: modeOf(event.currentTarget.value) })}
        />
        <NativeSelect
          label={t('who.known')}
          description={t('who.knownHint')}
          inputWrapperOrder={belowInput}
          value={draft.knownClients}
          data={data}
          onChange={(event) => onChange({ knownClients: modeOf(event.currentTarget.value) })}
        />
      </div>
    </fieldset>
  )
}

export function BufferFields({ draft, problems, onChange }: Props) {
  const { t } = useTranslation('sessionType')
  return (
    <div className={classes.fields}>
      {(['bufferBefore', 'bufferAfter'] as const).map((field) => (
        <TextInput
          key={field}
          label={t(`field.${field}`)}
          description={t('field.bufferHint')}
          inputWrapperOrder={belowInput}
          inputMode="numeric"
          maxLength={3}
          value={draft[field]}
          error={problems.includes(field) && t('problem.buffer')}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}
