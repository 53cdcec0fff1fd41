import type { Services } from '../../packages/server/src/services.ts'

/** Renderer that delays its results, like those of a slow template. */
export interface PausedRenderer {
  /** Resolves when the first result is rendered. */
  rendered: Promise<void>
  /** Stops delaying later requests. Earlier results stay delayed. */
  stopPausing(): void
  /** Returns the delayed results and stops delaying later requests. */
  release(): void
}

/** Delays the results of the renderer of `services` until `release` is called. */
export function pauseRenderer(services: Services): PausedRenderer {
  const { renderer } = services
  const [rendered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const delayed =
    <Request extends unknown[], Result>(render: (...request: Request) => Promise<Result>) =>
    async (...request: Request) => {
      const result = await render(...request)
      rendered.resolve()
      await released.promise
      return result
    }
  services.renderer = {
    ...renderer,
    render: delayed((...request: Parameters<typeof renderer.render>) => renderer.render(...request)),
    renderThumbnail: delayed((...request: Parameters<typeof renderer.renderThumbnail>) =>
      renderer.renderThumbnail(...request),
    ),
  }
  const stopPausing = () => void (services.renderer = renderer)
  return {
    rendered: rendered.promise,
    stopPausing,
    release() {
      stopPausing()
      released.resolve()
    },
  }
}
