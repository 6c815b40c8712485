import '../styles-overlay.ts'
import { Modal, type ModalRootProps } from '@mantine/core'
import { useContext, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogHost } from './dialog-host.ts'
import classes from './Dialog.module.css'

type Props = Omit<ModalRootProps, 'opened' | 'title'> & {
  title: string
  /** Whether the dialog has a close button. If not, Escape and a click outside do not close the dialog either. */
  cross?: boolean
  /** Whether the dialog covers the whole page, including other dialogs. The page is blurred and inert. */
  over?: boolean
  children: ReactNode
}

/** The elements to which a dialog may return the focus, by the dialog's element. */
const openersOf = new WeakMap<Element, Element[]>()

/**
 * Returns the elements that can get the focus back when a dialog closes. The first one is the given element. If it is
 * in a dialog, the elements that opened that dialog follow. They are needed if a second dialog replaces the first one,
 * because the given element then no longer exists.
 */
function openersFrom(active: Element | null): Element[] {
  const dialog = active?.closest('[role=dialog]')
  return [...(active ? [active] : []), ...((dialog && openersOf.get(dialog)) ?? [])]
}

/**
 * A modal dialog that takes the focus when it opens and returns the focus when it closes. Uses the parts of Mantine's
 * Modal instead of Modal, which would add a second header element to the page.
 */
export function Dialog({ title, cross = true, over = false, children, onClose, ...rest }: Props) {
  const { t } = useTranslation()
  const host = useContext(DialogHost)
  const [content, setContent] = useState<HTMLElement | null>(null)
  useEffect(() => (over && content ? makeRestInert(content) : undefined), [over, content])
  const [openers] = useState(() => openersFrom(document.activeElement))
  useEffect(() => {
    if (content) openersOf.set(content, openers)
  }, [content, openers])
  // The dialog is unmounted when it closes. The focus then returns to the element that opened it.
  useEffect(
    () => () => {
      const opener = openers.find((element) => element.isConnected)
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [openers],
  )
  return (
    <Modal.Root
      opened
      centered
      // Every open dialog receives Escape. A dialog that is inert below another dialog ignores the key.
      onClose={() => !content?.closest('[inert]') && onClose()}
      returnFocus={false}
      closeOnEscape={cross}
      closeOnClickOutside={cross}
      classNames={{ content: classes.content }}
      transitionProps={{ duration: 150, transition: 'fade' }}
      {...(over && { zIndex: 1000, portalProps: { reuseTargetNode: false } })}
      {...(host && { portalProps: { target: host } })}
      {...rest}
    >
      <Modal.Overlay blur={over ? 10 : 0} backgroundOpacity={0.45} />
      <Modal.Content ref={setContent} radius={rest.fullScreen ? 0 : 'lg'}>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {cross && <Modal.CloseButton aria-label={t('close')} />}
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Makes everything except this dialog inert. Returns a function that reverses this. */
function makeRestInert(content: HTMLElement): () => void {
  const rest = [...document.body.children].filter((part) => !part.contains(content) && !part.hasAttribute('inert'))
  for (const part of rest) part.toggleAttribute('inert', true)
  return () => {
    for (const part of rest) part.removeAttribute('inert')
  }
}
