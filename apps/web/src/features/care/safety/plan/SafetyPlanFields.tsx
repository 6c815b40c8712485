import { maxPlanLines } from '@attune/contract/features/care/safety/safety.rules'
import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import { ActionIcon, Button, Text, TextInput, Textarea } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SafetyPlanPart, SafetyPlanContent } from './plan.ts'
import classes from '../safety.module.css'

type Person = SafetyPlanContent['people'][number]

/** Renders the text fields of one part of the plan, one for each line. */
export function SafetyPlanLineFields(props: {
  part: SafetyPlanPart
  lines: string[]
  onChange: (lines: string[]) => void
}) {
  const { part, lines, onChange } = props
  const { t } = useTranslation('safety')
  const label = (place: number) => t('form.line', { part: t(`parts.${part}`), number: place + 1 })
  return (
    <Rows part={part} count={lines.length} onAdd={() => onChange([...lines, ''])}>
      {lines.map((line, place) => (
        <div key={place} className={classes.line}>
          <Textarea
            autosize
            minRows={1}
            maxRows={6}
            maxLength={textLengths.planLine}
            aria-label={label(place)}
            styles={{ input: { fontSize: 16 } }}
            value={line}
            onChange={(event) => onChange(lines.with(place, event.currentTarget.value))}
          />
          <Remove what={line.trim() || label(place)} onClick={() => onChange(lines.toSpliced(place, 1))} />
        </div>
      ))}
    </Rows>
  )
}

/**
 * Renders a list of fields for people and their phone numbers. With `checked`, a phone number without a name shows an
 * error.
 */
export function SafetyPlanContactFields(props: {
  part: SafetyPlanPart
  people: Person[]
  checked: boolean
  onChange: (people: Person[]) => void
}) {
  const { part, people, checked, onChange } = props
  const { t } = useTranslation('safety')
  const change = (place: number, field: Partial<Person>) =>
    onChange(people.map((one, at) => (at === place ? { ...one, ...field } : one)))
  return (
    <Rows part={part} count={people.length} onAdd={() => onChange([...people, { name: '', phone: '' }])}>
      {people.map(({ name, phone }, place) => {
        const label = t('form.line', { part: t(`parts.${part}`), number: place + 1 })
        return (
          <div key={place} className={classes.line} role="group" aria-label={label}>
            <div className={classes.pair}>
              <TextInput
                label={t('form.name')}
                autoComplete="off"
                maxLength={textLengths.contactName}
                value={name}
                error={checked && !isFilled(name) && isFilled(phone) ? t('form.nameless') : undefined}
                onChange={(event) => change(place, { name: event.currentTarget.value })}
              />
              <TextInput
                label={t('form.phone')}
                type="tel"
                inputMode="tel"
                autoComplete="off"
                maxLength={textLengths.phone}
                value={phone}
                onChange={(event) => change(place, { phone: event.currentTarget.value })}
              />
            </div>
            <Remove below what={name.trim() || label} onClick={() => onChange(people.toSpliced(place, 1))} />
          </div>
        )
      })}
    </Rows>
  )
}

/** Renders the fields of one part of the plan and a button that adds a field. Focuses the new field. */
function Rows(props: { part: SafetyPlanPart; count: number; onAdd: () => void; children: React.ReactNode }) {
  const { part, count, onAdd, children } = props
  const { t } = useTranslation('safety')
  const rows = useRef<HTMLDivElement>(null)
  const adding = useRef(false)
  useEffect(() => {
    if (!adding.current) return
    adding.current = false
    const last = rows.current?.lastElementChild
    last?.querySelector<HTMLElement>('textarea:not([aria-hidden]), input')?.focus()
  }, [count])
  return (
    <>
      <div ref={rows} className={classes.fields}>
        {children}
      </div>
      {count < maxPlanLines ? (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            adding.current = true
            onAdd()
          }}
        >
          {t(`form.add.${part}`)}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {t('form.tooMany')}
        </Text>
      )}
    </>
  )
}

function Remove({ what, below = false, onClick }: { what: string; below?: boolean; onClick: () => void }) {
  const { t } = useTranslation('safety')
  return (
    <ActionIcon
      size={36}
      mt={below ? 25 : undefined}
      variant="subtle"
      color="gray"
      aria-label={t('form.remove', { what })}
      onClick={onClick}
    >
      <IconTrash size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
