-- Names the stored picture of the current content's first sheet; null until it is made, and where it cannot be.
alter table templates add column thumbnail_id uuid unique;
