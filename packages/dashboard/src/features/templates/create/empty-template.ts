/** Minimal template with sample data. */
export const EMPTY_TEMPLATE = {
  name: 'Untitled template',
  content: `<!doctype html>
<html lang="en">
  <head>
    <title>{{title}}</title>
    <style>
      @page { size: A4; margin: 20mm }
      body { font: 11pt Inter, sans-serif }
    </style>
  </head>
  <body>
    <h1>{{title}}</h1>
    <ul>
      {{#each items}}
        <li>{{name}}</li>
      {{/each}}
    </ul>
  </body>
</html>
`,
  sampleData: `{
  "title": "Hello",
  "items": [{ "name": "First" }, { "name": "Second" }]
}`,
}
