const SCALE = 2

/** Makes each link to a picture that is marked with `data-png` save it as PNG, drawn here. */
export function pngLinks(page: Document): void {
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-png]')) {
    link.classList.remove('waiting')
    link.addEventListener('click', async (event) => {
      event.preventDefault()
      const png = await toPng(page, link.href)
      const saved = page.createElement('a')
      saved.href = URL.createObjectURL(png)
      saved.download = link.dataset.png ?? 'figure.png'
      saved.click()
      URL.revokeObjectURL(saved.href)
    })
  }
}

async function toPng(page: Document, address: string): Promise<Blob> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = page.createElement('canvas')
  canvas.width = SCALE * image.naturalWidth
  canvas.height = SCALE * image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error(`${address} cannot be drawn`)) : resolve(blob),
    ),
  )
}
