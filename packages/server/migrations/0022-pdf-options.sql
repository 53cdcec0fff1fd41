alter table generations
  -- The name that the caller has given the PDF; null: that of the template.
  add column file_name text,
  -- What the caller wants of the PDF besides its pages. Of an asynchronous call only, until it has ended. Passwords
  -- are not in it: only what this one PDF is encrypted with.
  add column options json;
