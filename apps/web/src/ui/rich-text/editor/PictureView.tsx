import type { FileId } from '@attune/contract/common/ids'
import { NodeViewWrapper, type ReactNodeViewProps, ReactNodeViewRenderer } from '@tiptap/react'
import { createContext, type ReactNode, useContext } from 'react'
import { ImageExtension } from './extensions.ts'
import classes from './editor.module.css'

/** The function that renders an image from a file id and an alternative text. The page provides it. */
export const PictureContext = createContext<((fileId: FileId, alt: string) => ReactNode) | undefined>(undefined)

function PictureView({ node, selected }: ReactNodeViewProps) {
  const image = useContext(PictureContext)
  const { fileId, alt } = node.attrs as { fileId: FileId; alt: string }
  return (
    <NodeViewWrapper className={classes.picture} data-selected={selected || undefined}>
      {image ? image(fileId, alt) : alt}
    </NodeViewWrapper>
  )
}

/** The extension for images in the text. The page renders the image. */
export const PictureExtension = ImageExtension.extend({ addNodeView: () => ReactNodeViewRenderer(PictureView) })
