import { textLengths } from '@attune/contract/common/text/lengths'
import '../../ui/styles-overlay.ts'
import type { Role } from '@attune/contract/features/people/account/account'
import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenDialog } from '../ShellDialog.tsx'
import classes from './CommandPalette.module.css'
import type { PaletteGroup, PaletteItem } from './palette-items.ts'
import { usePalette } from './use-palette.ts'

type Props = { of: Role; onClose: () => void; onShow: (over: OpenDialog) => void }

/**
 * The command palette, which finds people, pages and actions. The focus stays in the search field: the arrow keys
 * select an item, Enter runs it, Escape closes the palette and returns the focus.
 */
export function CommandPalette({ of: role, onClose, onShow }: Props) {
  const { t } = useTranslation('palette')
  const listId = useId()
  const [opener] = useState(() => document.activeElement)
  const [typed, setTyped] = useState('')
  const groups = usePalette(role, typed, onShow)
  const choice = usePaletteChoice(groups, onClose)
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
            label={t(role === 'therapist' ? 'label' : 'labelPages')}
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
        <PaletteList id={listId} groups={groups} choice={choice} />
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

/** Returns the items and the chosen one, initially the first. The arrow keys choose another item. Enter runs the chosen item. */
function usePaletteChoice(groups: readonly PaletteGroup[], onClose: () => void) {
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
    if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(chosen)
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

/** Renders the groups of items and scrolls the chosen item into view. */
function PaletteList({ id, groups, choice }: { id: string; groups: readonly PaletteGroup[]; choice: Choice }) {
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
            <PaletteOption key={item.id} id={optionId(id, item)} item={item} choice={choice} />
          ))}
        </div>
      ))}
    </div>
  )
}

function PaletteOption({ id, item, choice }: { id: string; item: PaletteItem; choice: Choice }) {
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
      <span className={classes.texts}>{item.label}</span>
      {item.detail && <span className={classes.detail}>{item.detail}</span>}
      {item === chosen && (
        <kbd className={classes.key} aria-hidden>
          Enter
        </kbd>
      )}
    </div>
  )
}
