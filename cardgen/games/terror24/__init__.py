"""24 −共鳴するテロル−, draft 13: three hands of placing, challenging and taking sides."""
