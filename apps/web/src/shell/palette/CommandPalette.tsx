import { textLengths } from '@attune/contract/common/text/lengths'
import '../../ui/styles-overlay.ts'
import { marksIn } from '@attune/contract/features/home/search/search.rules'
import type { Role } from '@attune/contract/features/people/account/account'
import { Button, Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenDialog } from '../ShellDialog.tsx'
import classes from './CommandPalette.module.css'
import type { PaletteGroup, PaletteItem } from './palette-items.ts'
import type { SearchNote } from './search/use-search.ts'
import { usePalette } from './use-palette.ts'

type Props = { of: Role; onClose: () => void; onShow: (over: OpenDialog) => void }

/**
 * The command palette, which finds records that the person may see, pages and actions. The focus stays in the search field: the arrow keys select an
 * item, Enter runs it, Escape closes the palette and returns the focus.
 */
export function CommandPalette({ of: role, onClose, onShow }: Props) {
  const { t } = useTranslation('palette')
  const listId = useId()
  const [opener] = useState(() => document.activeElement)
  const [typed, setTyped] = useState('')
  const { groups, search } = usePalette(role, typed, onShow)
  const choice = usePaletteChoice(groups, { onClose, onEnterWithout: search.searchTexts })
  const { items, chosen, choose, onKeyDown } = choice
  useEffect(() => () => (opener instanceof HTMLElement ? opener.focus({ preventScroll: true }) : undefined), [opener])
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={600}
      yOffset="13dvh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={t('title')} radius="lg" classNames={{ content: classes.content }}>
        <div className={classes.field}>
          <IconSearch size={20} stroke={1.75} aria-hidden />
          <PaletteField
            label={t(role === 'admin' ? 'labelPages' : 'label')}
            listId={listId}
            chosen={chosen}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              choose(null)
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" className={classes.key} aria-label={`Esc, ${t('close')}`} onClick={onClose}>
            Esc
          </button>
        </div>
        <PaletteList id={listId} groups={groups} choice={choice} typed={typed} />
        {search.note && <SearchNoteLine note={search.note} onRetry={search.retry} />}
        <div role="status" className={items.length > 0 ? classes.silent : classes.nothing}>
          {items.length > 0 ? t('found', { count: items.length }) : t('nothing')}
        </div>
        <p className={classes.foot} aria-hidden>
          <span>{t('arrows')}</span>
          <span>{t('enter')}</span>
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}

const optionId = (listId: string, item: PaletteItem) => `${listId}-${item.id}`

type Choice = ReturnType<typeof usePaletteChoice>

/** Renders the reason why results are missing, below the results. */
function SearchNoteLine({ note, onRetry }: { note: NonNullable<SearchNote>; onRetry: () => void }) {
  const { t } = useTranslation('palette')
  return (
    <p className={classes.note} role="status">
      {t(`notes.${note}`)}
      {note === 'failed' && (
        <Button variant="subtle" size="compact-sm" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </p>
  )
}

type ChoiceOptions = {
  onClose: () => void
  /** Called on Enter while there is no item. */
  onEnterWithout: () => void
}

/** Returns the items and the chosen one, initially the first. The arrow keys choose another item. Enter runs the chosen item. */
function usePaletteChoice(groups: readonly PaletteGroup[], { onClose, onEnterWithout }: ChoiceOptions) {
  const [chosenId, choose] = useState<string | null>(null)
  const items = groups.flatMap((group) => group.items)
  const at = Math.max(
    0,
    items.findIndex((item) => item.id === chosenId),
  )
  const chosen = items[at]
  // Closes the palette before the item runs, so that a dialog that the item opens can take the focus.
  const run = (item: PaletteItem) => {
    onClose()
    requestAnimationFrame(item.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && items.length > 0) {
      event.preventDefault()
      choose(items.at((at + step) % items.length)?.id ?? null)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (chosen) run(chosen)
      else onEnterWithout()
    }
  }
  return { items, chosen, choose, run, onKeyDown }
}

type FieldProps = Pick<ComponentProps<'input'>, 'value' | 'onChange' | 'onKeyDown'> & {
  label: string
  listId: string
  chosen: PaletteItem | undefined
}

function PaletteField({ label, listId, chosen, ...input }: FieldProps) {
  return (
    <input
      data-autofocus
      role="combobox"
      aria-expanded
      aria-autocomplete="list"
      aria-controls={listId}
      aria-activedescendant={chosen && optionId(listId, chosen)}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={textLengths.search}
      {...input}
    />
  )
}

type ListProps = { id: string; groups: readonly PaletteGroup[]; choice: Choice; typed: string }

/** Renders the groups of items and scrolls the chosen item into view. */
function PaletteList({ id, groups, choice, typed }: ListProps) {
  const { t } = useTranslation('palette')
  const list = useRef<HTMLDivElement>(null)
  const { chosen } = choice
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [chosen?.id])
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('results')} className={classes.list}>
      {groups.map((group) => (
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}-name`}>
          <div id={`${id}-${group.id}-name`} role="presentation" className={classes.label}>
            {t(`groups.${group.id}`)}
          </div>
          {group.items.map((item) => (
            <PaletteOption key={item.id} id={optionId(id, item)} item={item} choice={choice} typed={typed} />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = { id: string; item: PaletteItem; choice: Choice; typed: string }

function PaletteOption({ id, item, choice, typed }: OptionProps) {
  const { chosen, choose, run, onKeyDown } = choice
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={item === chosen}
      className={classes.item}
      onPointerMove={() => choose(item.id)}
      onClick={() => run(item)}
      onKeyDown={onKeyDown}
    >
      <item.icon size={18} stroke={1.6} aria-hidden />
      <span className={classes.texts}>
        <Marked text={item.label} search={typed} />
      </span>
      {item.detail && (
        <span className={classes.detail} data-wraps={item.wraps}>
          <Marked text={item.detail} search={typed} />
        </span>
      )}
      {item === chosen && (
        <kbd className={classes.key} aria-hidden>
          Enter
        </kbd>
      )}
    </div>
  )
}

/** Renders a text and marks the words that match the search. */
function Marked({ text, search }: { text: string; search: string }) {
  let end = 0
  const parts = marksIn(text, search).flatMap(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return [before, <mark key={from}>{text.slice(from, to)}</mark>]
  })
  return [...parts, text.slice(end)]
}
