import { measureItemKinds, measureLimits } from '@attune/contract/features/care/measure/measure.limits'
import type {
  MeasureContent,
  MeasureItem,
  MeasureProblem,
} from '@attune/contract/features/care/measure/measure.schemas'
import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { ItemFields } from './ItemFields.tsx'
import type { TextLanguages } from './LocalTextField.tsx'
import classes from './MeasureEditor.module.css'
import { moved, newItem, withCopy, withoutItem } from './measure-parts.ts'
import { useLatest } from './use-latest.ts'

type Props = TextLanguages & {
  content: MeasureContent
  problems: MeasureProblem[]
  /** The id of the item or score that is open; null if all are closed. */
  open: string | null
  onOpen: (id: string | null) => void
  onChange: (part: Partial<MeasureContent>) => void
}

/** The items of a measure in order, one of them open, and the buttons that add one. */
export function MeasureItemList({ content, problems, open, onOpen, onChange, ...languages }: Props) {
  const { t } = useTranslation('measure')
  const { items } = content
  const restoreTo = useRestore(content, onChange)
  const add = (next: MeasureItem[], id: string | undefined) => {
    onChange({ items: next })
    onOpen(id ?? null)
    focusPart(id)
  }
  const copy = (at: number, onlyOptions: boolean) => {
    const next = withCopy(items, at, onlyOptions)
    add(next, next[at + 1]?.id)
  }
  const remove = (id: string) => {
    onChange(withoutItem(content, id))
    toast({
      variant: 'success',
      title: t('item.removed'),
      action: { label: t('undo'), onClick: () => restoreTo(content, id) },
    })
  }
  return (
    <>
      <ol className={classes.list} aria-label={t('items')}>
        {items.map((item, at) => (
          <ItemRow
            key={item.id}
            {...languages}
            item={item}
            before={open === item.id ? items.slice(0, at) : []}
            number={at + 1}
            count={items.length}
            problems={problems.filter(({ part }) => part === item.id).map(({ problem }) => problem)}
            isOpen={open === item.id}
            onOpen={() => onOpen(open === item.id ? null : item.id)}
            onChange={(next) => onChange({ items: items.with(at, next) })}
            onMove={(by) => onChange({ items: moved(items, at, by) })}
            onCopy={(onlyOptions) => copy(at, onlyOptions)}
            onRemove={() => remove(item.id)}
          />
        ))}
      </ol>
      <AddItemButtons isFull={items.length >= measureLimits.items} onAdd={(item) => add([...items, item], item.id)} />
    </>
  )
}

/** Shows a button for each kind of item, which adds an empty item of that kind. */
function AddItemButtons({ isFull, onAdd }: { isFull: boolean; onAdd: (item: MeasureItem) => void }) {
  const { t } = useTranslation('measure')
  return (
    <Section title={t('add')}>
      <div className={classes.pair}>
        {measureItemKinds.map((kind) => (
          <Button
            key={kind}
            variant="default"
            justify="flex-start"
            h="auto"
            mih={36}
            styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={isFull}
            onClick={() => onAdd(newItem(kind))}
          >
            {t(`kind.${kind}`)}
          </Button>
        ))}
      </div>
    </Section>
  )
}

/** Focuses the first field of an item or score once it is open. */
export const focusPart = (id: string | undefined) =>
  requestAnimationFrame(() => {
    const part = id === undefined ? null : document.getElementById(`part-${id}`)
    part?.scrollIntoView({ block: 'nearest' })
    part?.querySelector<HTMLElement>('textarea, input')?.focus()
  })

/** Returns a function that puts a deleted item back into the present content: at its place, and into its scores. */
function useRestore(content: MeasureContent, onChange: Props['onChange']) {
  const latest = useLatest({ content, onChange })
  return (before: MeasureContent, id: string) => {
    const now = latest.current
    const at = before.items.findIndex((item) => item.id === id)
    const item = before.items[at]
    if (!item || now.content.items.some((one) => one.id === id)) return
    now.onChange({
      items: now.content.items.toSpliced(at, 0, item),
      scores: now.content.scores.map((score) => {
        const counted = before.scores.find((one) => one.id === score.id)?.items.find((one) => one.item === id)
        return counted ? { ...score, items: [...score.items, counted] } : score
      }),
    })
  }
}

type RowProps = TextLanguages & {
  item: MeasureItem
  before: MeasureItem[]
  number: number
  count: number
  problems: MeasureProblem['problem'][]
  isOpen: boolean
  onOpen: () => void
  onChange: (item: MeasureItem) => void
  onMove: (by: -1 | 1) => void
  onCopy: (onlyOptions: boolean) => void
  onRemove: () => void
}

/** A closed item shows its text. Its buttons, or Alt and an arrow key anywhere in the item, move it up or down. */
function ItemRow({ item, number, isOpen, problems, onOpen, onMove, onCopy, ...rest }: RowProps) {
  const { t } = useTranslation('measure')
  const { language, main } = rest
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  const text = item.text[language] || item.text[main]
  return (
    <li
      id={`part-${item.id}`}
      className={classes.part}
      data-problem={problems.length > 0 || undefined}
      onKeyDown={press}
    >
      <div className={classes.head}>
        <button type="button" className={classes.open} aria-expanded={isOpen} onClick={onOpen}>
          <span>
            {number}. {text || t('item.untitled')}
          </span>
          <span className={classes.kind}>
            {t(`kind.${item.kind}`)}
            {problems.length > 0 && !isOpen && ` · ${problems.map((problem) => t(`problem.${problem}`)).join(' ')}`}
          </span>
        </button>
        <RowButtons {...rest} number={number} onMove={onMove} onCopy={onCopy} />
      </div>
      {isOpen && <ItemFields {...rest} item={item} problems={problems} onRepeat={() => onCopy(true)} />}
    </li>
  )
}

type ButtonProps = Pick<RowProps, 'number' | 'count' | 'onMove' | 'onCopy' | 'onRemove'>

function RowButtons({ number, count, onMove, onCopy, onRemove }: ButtonProps) {
  const { t } = useTranslation(['measure', 'common'])
  const buttons = [
    { icon: IconArrowUp, label: t('item.up'), off: number === 1, act: () => onMove(-1) },
    { icon: IconArrowDown, label: t('item.down'), off: number === count, act: () => onMove(1) },
    { icon: IconCopy, label: t('item.copy'), off: count >= measureLimits.items, act: () => onCopy(false) },
    { icon: IconTrash, label: t('item.remove'), off: false, act: onRemove },
  ]
  return buttons.map(({ icon: Icon, label, off, act }) => (
    // Not an `ActionIcon`: 400 of them make a questionnaire of 100 items slow to open.
    <button
      key={label}
      type="button"
      className={classes.tool}
      aria-label={t('common:labelled', { label, text: String(number) })}
      // Not `disabled`, because the button would lose the focus when the item reaches an end of the list.
      aria-disabled={off}
      data-disabled={off || undefined}
      onClick={() => !off && act()}
    >
      <Icon size={18} aria-hidden />
    </button>
  ))
}
