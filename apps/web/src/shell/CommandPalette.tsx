import { textLengths } from '@attune/contract/common/lengths'
import '../ui/styles-overlay.ts'
import type { Role } from '@attune/contract/features/account'
import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenDialog } from './ShellDialog.tsx'
import classes from './CommandPalette.module.css'
import type { PaletteItem } from './palette-items.ts'
import { usePalette } from './use-palette.ts'

type Props = { of: Role; onClose: () => void; onShow: (over: OpenDialog) => void }

/**
 * The command palette finds people, pages and actions. The focus stays in the field: arrow keys select, Enter runs,
 * Escape closes and returns the focus.
 */
export function CommandPalette({ of: role, onClose, onShow }: Props) {
  const { t } = useTranslation('palette')
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [opener] = useState(() => document.activeElement)
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const groups = usePalette(role, typed, onShow)
  const items = groups.flatMap((group) => group.items)
  const at = Math.max(
    0,
    items.findIndex((item) => item.id === chosenId),
  )
  const chosen = items[at]
  const optionId = (item: PaletteItem) => `${listId}-${item.id}`
  useEffect(() => () => (opener instanceof HTMLElement ? opener.focus({ preventScroll: true }) : undefined), [opener])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [chosen?.id])
  // Closes first, so that what opens next takes the focus from the page.
  const run = (item: PaletteItem) => {
    onClose()
    requestAnimationFrame(item.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && items.length > 0) {
      event.preventDefault()
      setChosenId(items.at((at + step) % items.length)?.id ?? null)
    }
    if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(chosen)
    }
  }
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
          <input
            data-autofocus
            role="combobox"
            aria-expanded
            aria-autocomplete="list"
            aria-controls={listId}
            aria-activedescendant={chosen && optionId(chosen)}
            aria-label={t(role === 'therapist' ? 'label' : 'labelPages')}
            placeholder={t(role === 'therapist' ? 'label' : 'labelPages')}
            autoComplete="off"
            spellCheck={false}
            maxLength={textLengths.search}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setChosenId(null)
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" className={classes.key} aria-label={`Esc, ${t('close')}`} onClick={onClose}>
            Esc
          </button>
        </div>
        <div ref={list} id={listId} role="listbox" aria-label={t('results')} className={classes.list}>
          {groups.map((group) => (
            <div key={group.id} role="group" aria-labelledby={`${listId}-${group.id}-name`}>
              <div id={`${listId}-${group.id}-name`} role="presentation" className={classes.label}>
                {t(`groups.${group.id}`)}
              </div>
              {group.items.map((item) => (
                <div
                  key={item.id}
                  id={optionId(item)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item === chosen}
                  className={classes.item}
                  onPointerMove={() => setChosenId(item.id)}
                  onClick={() => run(item)}
                  onKeyDown={onKeyDown}
                >
                  <item.icon size={18} stroke={1.6} aria-hidden />
                  <span className={classes.words}>{item.words}</span>
                  {item.detail && <span className={classes.detail}>{item.detail}</span>}
                  {item === chosen && (
                    <kbd className={classes.key} aria-hidden>
                      Enter
                    </kbd>
                  )}
                </div>
              ))}
            </div>
          ))}
        </div>
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
