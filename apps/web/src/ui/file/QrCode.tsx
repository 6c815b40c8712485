import { useEffect, useState } from 'react'

/** A QR code. It is drawn in the browser, so that the secret in the text is not sent anywhere. */
export function QrCode({ text, label, size = 176 }: { text: string; label: string; size?: number }) {
  const [drawn, setDrawn] = useState<{ path: string; count: number } | null>(null)
  useEffect(() => {
    let current = true
    void import('qrcode').then(({ default: qr }) => {
      const { modules } = qr.create(text, { errorCorrectionLevel: 'M' })
      const dots = [...modules.data].flatMap((dark, at) =>
        dark ? [`M${at % modules.size} ${Math.floor(at / modules.size)}h1v1h-1z`] : [],
      )
      if (current) setDrawn({ path: dots.join(''), count: modules.size })
    })
    return () => {
      current = false
    }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${drawn?.count ?? 1} ${drawn?.count ?? 1}`}
      shapeRendering="crispEdges"
    >
      {drawn && <path d={drawn.path} fill="#111" />}
    </svg>
  )
}
