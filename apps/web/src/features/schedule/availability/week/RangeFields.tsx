import { textLengths } from '@attune/contract/common/text/lengths'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconMapPin, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseTimeEntry } from '../../../../ui/input/time-entry.ts'
import type { EditedRange, AvailabilityProblems } from './hours.ts'
import { TimeField } from './TimeField.tsx'
import classes from '../timetable/timetable.module.css'

type Format = Session['format']
const choices: Format[][] = [
  ['video'],
  ['in-person'],
  ['phone'],
  ['in-person', 'video'],
  ['video', 'phone'],
  ['in-person', 'phone'],
  ['in-person', 'video', 'phone'],
]
const keyOf = (formats: readonly Format[]) => formats.toSorted().join()

type Props = {
  /** Accessible name of the range: 'Monday', or 'Monday, 2' for the second range of a day. */
  name: string
  value: EditedRange
  problems: AvailabilityProblems
  /** Text and action of the button that fixes the problem. */
  mend?: { label: string; run: () => void }
  /** The therapist's default location of sessions in person, shown as the placeholder of the location field. */
  defaultLocation: string
  onChange: (value: EditedRange) => void
  onRemove: () => void
  focusRef?: (field: HTMLInputElement | null) => void
}

/** Edits one range of availability: start, end, formats and location. */
export function RangeFields({ name, value, problems, mend, defaultLocation, onChange, onRemove, focusRef }: Props) {
  const { t } = useTranslation('timetable')
  const [place, setPlace] = useState(false)
  const id = useId()
  const problem = problems.from ?? problems.until
  const inPerson = value.formats.includes('in-person')
  const change = (part: Partial<EditedRange>) => onChange({ ...value, ...part })
  return (
    <div role="group" aria-label={name} className={classes.range}>
      <TimeField
        label={t('range.from', { name })}
        value={value.from}
        wrong={problems.from && id}
        onChange={(from) => change({ from })}
        fieldRef={focusRef}
      />
      <span aria-hidden>{t('range.to')}</span>
      <TimeField
        end
        label={t('range.until', { name })}
        value={value.until}
        wrong={problems.until && id}
        onChange={(until) => change({ until })}
      />
      <FormatSelect name={name} formats={value.formats} onChange={(formats) => change({ formats })} />
      {inPerson && <PlaceButton name={name} set={value.location !== ''} open={place} onOpen={setPlace} />}
      <ActionIcon
        className={classes.remove}
        aria-label={t('range.remove', { name, ...timesOf(value) })}
        onClick={onRemove}
      >
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {inPerson && !place && value.location && <p className={classes.where}>{value.location}</p>}
      {inPerson && place && (
        <TextInput
          aria-label={t('range.placeOf', { name })}
          className={classes.place}
          placeholder={defaultLocation || t('range.placeHint')}
          maxLength={textLengths.location}
          value={value.location}
          onChange={(event) => change({ location: event.currentTarget.value })}
        />
      )}
      {problem && <RangeProblem id={id} problem={problem} mend={mend} />}
    </div>
  )
}

type FormatProps = { name: string; formats: Format[]; onChange: (formats: Format[]) => void }

function FormatSelect({ name, formats: chosen, onChange }: FormatProps) {
  const { t, i18n } = useTranslation(['timetable', 'session'])
  return (
    <NativeSelect
      aria-label={t('range.formats', { name })}
      className={classes.formats}
      value={keyOf(chosen)}
      data={choices.map((formats) => ({
        value: keyOf(formats),
        label:
          formats.length === 3
            ? t('range.all')
            : list(
                formats.map((one) => t(`session:format.${one}`)),
                i18n.resolvedLanguage ?? 'en',
              ),
      }))}
      onChange={(event) => {
        const formats = choices.find((one) => keyOf(one) === event.currentTarget.value)
        if (formats) onChange(formats)
      }}
    />
  )
}

type PlaceProps = { name: string; set: boolean; open: boolean; onOpen: (open: boolean) => void }

/** A button that shows and hides the location field of a range. */
function PlaceButton({ name, set, open, onOpen }: PlaceProps) {
  const { t } = useTranslation('timetable')
  return (
    <ActionIcon
      className={classes.pin}
      data-set={set || undefined}
      aria-label={t('range.place', { name })}
      aria-expanded={open}
      onClick={() => onOpen(!open)}
    >
      <IconMapPin size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

type ProblemProps = { id: string; problem: NonNullable<AvailabilityProblems['from' | 'until']>; mend: Props['mend'] }

/** Shows the problem of a range, and the button that fixes it. */
function RangeProblem({ id, problem, mend }: ProblemProps) {
  const { t } = useTranslation('timetable')
  return (
    <div className={classes.problem}>
      <span id={id}>{t(`problem.${problem}`)}</span>
      {mend && (
        <Button variant="default" size="compact-sm" onClick={mend.run}>
          {mend.label}
        </Button>
      )}
    </div>
  )
}

/**
 * Joins format names: 'Video, in person'. Only the first name keeps its capital letter. In German all names keep it.
 */
const list = ([first = '', ...rest]: string[], language: string) =>
  [first, ...rest.map((word) => (language === 'de' ? word : word.charAt(0).toLowerCase() + word.slice(1)))].join(', ')

const timesOf = ({ from, until }: EditedRange) => ({
  from: parseTimeEntry(from) ?? from,
  until: parseTimeEntry(until, true) ?? until,
})
